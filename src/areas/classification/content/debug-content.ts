import type { Judgement } from '../engine/judgement.ts';
import { judgeByContent } from './judge-by-content.ts';
import { findPlaceholder, type Placeholder } from './judging/find-placeholder.ts';
import { lookAt, type PageContext } from './look-at.ts';
import { describeLook, isReadable, type LookDepth, type PageLook } from './page-look.ts';

/** Everything that a look at a page shows, and what follows from it. */
export interface ContentDebug {
  readonly look: PageLook;
  readonly summary: string;
  readonly placeholder: Placeholder | undefined;
  /** As if the page were the home page of its domain. */
  readonly domain: readonly Judgement[];
  readonly page: readonly Judgement[];
}

/** Looks at a page and keeps nothing but the page itself in the cache of pages. */
export async function debugContent(ctx: PageContext, url: string, depth: LookDepth = 'full'): Promise<ContentDebug> {
  const look = await lookAt(ctx, url, { depth });
  return {
    look,
    summary: describeLook(look),
    placeholder: isReadable(look) ? findPlaceholder(look.signals, look.isCut) : undefined,
    domain: judgeByContent(look, 'domain'),
    page: judgeByContent(look, 'url'),
  };
}
