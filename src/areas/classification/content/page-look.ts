import type { Page } from '#providers/page-fetch/index.ts';
import type { PageSignals } from './page-signals.ts';

/** `head`: with little noise, the beginning of the page; `full`: all of it. */
export type LookDepth = 'head' | 'full';

interface Look {
  /** As it was asked for. */
  readonly url: string;
  readonly depth: LookDepth;
}

/** A page that was read, whatever its status. */
export interface SeenPage extends Look {
  readonly outcome: 'seen';
  readonly finalUrl: string;
  readonly redirects: readonly string[];
  readonly status: number;
  readonly contentType: string | null;
  readonly charset: string;
  /** The page goes on beyond what was read. */
  readonly isCut: boolean;
  readonly isCached: boolean;
  /** This service, or how the provider's page service read it. */
  readonly readBy: Page['readBy'];
  /** ISO 8601. */
  readonly fetchedAt: string;
  readonly signals: PageSignals;
}

/**
 * Why nothing was read: `unavailable` (no such host, no answer, redirects in a circle: the source of such a
 * classification is `skipped_domain_unavailable`), `busy` (asked us to come later), `refused_by_robots`,
 * `no_page` (a PDF, an image, ...), `not_allowed` (an address that is not public).
 */
export type UnseenOutcome = 'unavailable' | 'busy' | 'refused_by_robots' | 'no_page' | 'not_allowed';

export interface UnseenPage extends Look {
  readonly outcome: UnseenOutcome;
  /** A sentence for people. */
  readonly reason: string;
  /** What is there in place of a page. */
  readonly contentType: string | null;
}

/** What one look at a page gave. Plain data of a few KB, which a workflow can keep as the output of a step. */
export type PageLook = SeenPage | UnseenPage;

const FIRST_ERROR_STATUS = 400;

/** A page that can be judged: read, and with a good status. */
export function isReadable(look: PageLook): look is SeenPage {
  return look.outcome === 'seen' && look.status < FIRST_ERROR_STATUS;
}

/** The look as evidence, in a sentence. */
export function describeLook(look: PageLook): string {
  if (look.outcome !== 'seen') return look.reason;
  const { finalUrl, status, signals } = look;
  if (!isReadable(look)) return `${finalUrl} answered with HTTP status ${status}`;
  const by = look.readBy === 'self' ? '' : `, as the page service read it (${look.readBy})`;
  return `read ${finalUrl}: ${signals.counts.words} words${look.isCut ? ', not to its end' : ''}${by}`;
}
