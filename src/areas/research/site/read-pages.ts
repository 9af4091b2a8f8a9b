import type { AppContext } from '#context';
import { messageOf, OutsideError } from '#kernel/errors.ts';
import type { Page } from '#providers/page-fetch/index.ts';
import { choosePages } from './choose-pages.ts';
import { fetchFacts, type FetchedPage } from './fetch-facts.ts';
import type { SitePage, ReadSite } from './page-facts.ts';
import { requireSite } from './require-site.ts';
import { toSiteError } from './unreadable-site.ts';

const FURTHER_PAGES_MAX = 5;
/** For all further pages together: a request may wait for the answer. */
const FURTHER_MS_MAX = 12_000;

const TOO_LATE = 'the pages of the site took too long';

/** Where read pages are kept, so that none is read twice. */
export interface PageShelf {
  find(number: number): Promise<SitePage | undefined>;
  /** @param page undefined: nothing came */
  keep(sitePage: SitePage, page: Page | undefined): Promise<void>;
}

export interface ReadOptions {
  readonly url: string;
  readonly signal?: AbortSignal | undefined;
  /** False: a failure that may pass is thrown as it is, so that the step is tried again. */
  readonly isLastTry: boolean;
}

/**
 * Reads the start page of a site and up to five pages that its navigation offers. What is on the shelf is not read again.
 * @throws UnreadableSiteError when the start page says nothing of a site
 * @throws OutsideError that may pass, of the start page, unless this is the last try
 */
export async function readSitePages(ctx: Pick<AppContext, 'pageFetch'>, options: ReadOptions, shelf: PageShelf): Promise<ReadSite> {
  const start = (await shelf.find(0)) ?? (await readStart(ctx, options, shelf));
  const pages = [start];
  const urls = start.facts === null ? [] : await choosePages(start.facts, start.finalUrl, FURTHER_PAGES_MAX);
  const deadline = AbortSignal.timeout(FURTHER_MS_MAX);
  for (const [at, url] of urls.entries()) {
    const number = at + 1;
    pages.push((await shelf.find(number)) ?? (await readFurther(ctx, { number, url, signal: options.signal, deadline }, shelf)));
  }
  return { pages };
}

async function readStart(ctx: Pick<AppContext, 'pageFetch'>, { url, signal, isLastTry }: ReadOptions, shelf: PageShelf): Promise<SitePage> {
  let fetched: FetchedPage | undefined;
  try {
    fetched = await fetchFacts(ctx, url, signal);
    const facts = await requireSite(fetched);
    const start = { number: 0, url, finalUrl: fetched.page.finalUrl, facts, error: null };
    await shelf.keep(start, fetched.page);
    return start;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof OutsideError && error.retryable && !isLastTry) throw error;
    const failure = toSiteError(error);
    throw failure;
  }
}

interface FurtherPage extends Pick<ReadOptions, 'url' | 'signal'> {
  readonly number: number;
  readonly deadline: AbortSignal;
}

async function readFurther(ctx: Pick<AppContext, 'pageFetch'>, further: FurtherPage, shelf: PageShelf): Promise<SitePage> {
  const { number, url, signal, deadline } = further;
  let page: Page | undefined;
  let sitePage: SitePage = { number, url, finalUrl: url, facts: null, error: null };
  try {
    const fetched = await fetchFacts(ctx, url, AbortSignal.any([deadline, ...(signal === undefined ? [] : [signal])]));
    page = fetched.page;
    const error = fetched.facts === null ? `${new URL(page.finalUrl).host} answered with HTTP status ${page.status}` : null;
    sitePage = { ...sitePage, finalUrl: page.finalUrl, facts: fetched.facts, error };
  } catch (error) {
    signal?.throwIfAborted();
    // The site can be judged without this page.
    sitePage = { ...sitePage, error: deadline.aborted ? TOO_LATE : messageOf(error) };
  }
  await shelf.keep(sitePage, page);
  return sitePage;
}
