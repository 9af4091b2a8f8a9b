import type { Estimate } from '#areas/costs/index.ts';
import type { AppContext } from '#context';
import { estimateClassification } from '../queue/estimate.ts';
import type { Kind } from '../records/classification.ts';
import { KINDS, type ListItem } from './list.ts';

export type KindCounts = Readonly<Record<Kind, number>>;

/** How many items there are of each kind. */
export function countKinds(items: readonly Pick<ListItem, 'kind'>[]): KindCounts {
  const countOf = (kind: Kind): number => items.filter((item) => item.kind === kind).length;
  return Object.fromEntries(KINDS.map((kind) => [kind, countOf(kind)])) as Record<Kind, number>;
}

export interface StageChoice {
  readonly skipFetch: boolean;
  readonly skipLlm: boolean;
}

/** What a list costs at most: a page and its domain may each take a call, and a keyword has no page to read. */
export async function estimateList(
  ctx: Pick<AppContext, 'llm' | 'searchData' | 'postgres'>,
  { domain, url, keyword }: KindCounts,
  { skipFetch, skipLlm }: StageChoice,
): Promise<Estimate> {
  const pages = domain + 2 * url;
  return await estimateClassification(ctx, { skip_fetch: skipFetch, skip_llm: skipLlm }, { items: pages + keyword, pages });
}
