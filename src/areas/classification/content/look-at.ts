import { listHomePages } from '#areas/domains/index.ts';
import type { AppContext } from '#context';
import { OutsideError } from '#kernel/errors.ts';
import { PageRefusal, type Page } from '#providers/page-fetch/index.ts';
import type { LookDepth, PageLook, SeenPage, UnseenOutcome } from './page-look.ts';
import { readSignals } from './reading/read-signals.ts';

/** What a look needs. */
export type PageContext = Pick<AppContext, 'pageFetch'>;

export interface LookOptions {
  readonly depth: LookDepth;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Looks at one page through the door for pages: robots.txt, politeness and the cache of 30 days hold. What
 * cannot be read is a look with a reason, also when it may pass: one page of a batch holds up no other.
 */
export async function lookAt(ctx: PageContext, url: string, options: LookOptions): Promise<PageLook> {
  return await lookAtFirst(ctx, [url], options);
}

/** The same at the home page of a domain, with `www.` and without TLS where the host cannot be reached otherwise. */
export async function lookAtHome(ctx: PageContext, domain: string, options: LookOptions): Promise<PageLook> {
  return await lookAtFirst(ctx, listHomePages(domain), options);
}

async function lookAtFirst(ctx: PageContext, urls: readonly [string, ...string[]], options: LookOptions): Promise<PageLook> {
  const { depth, signal } = options;
  let failure: unknown;
  for (const url of urls) {
    try {
      const page = await ctx.pageFetch.fetchPage({ url, reach: depth, signal });
      return await toSeen(page, depth);
    } catch (error) {
      if (!(error instanceof OutsideError) || error.kind !== 'network') {
        failure = error;
        break;
      }
      failure ??= error;
    }
  }
  if (!(failure instanceof OutsideError)) throw failure;
  const contentType = failure instanceof PageRefusal ? (failure.contentType ?? null) : null;
  return { outcome: toOutcome(failure), url: urls[0], depth, reason: failure.message, contentType };
}

/** A page as it was read. */
export async function toSeen(page: Page, depth: LookDepth): Promise<SeenPage> {
  const { url, finalUrl, redirects, status, contentType, charset, isCut, isCached, readBy, fetchedAt } = page;
  const signals = await readSignals({ html: page.text, url: finalUrl });
  const read = { url, depth, finalUrl, redirects, status, contentType, charset, isCut, isCached, readBy };
  return { outcome: 'seen', ...read, fetchedAt: fetchedAt.toISOString(), signals };
}

function toOutcome(failure: OutsideError): UnseenOutcome {
  if (failure instanceof PageRefusal) return failure.why === 'robots' ? 'refused_by_robots' : 'no_page';
  switch (failure.kind) {
    case 'rate_limited':
      return 'busy';
    case 'blocked_address':
    case 'request_refused':
      return 'not_allowed';
    default:
      return 'unavailable';
  }
}
