import { loadPageReader, type PageSignals } from '#areas/classification/index.ts';
import type { AppContext } from '#context';
import type { Page } from '#providers/page-fetch/index.ts';
import type { AppLink, PageFacts } from './page-facts.ts';

const FIRST_ERROR_STATUS = 400;
const LANGUAGE = /^[a-z]{2}(?![a-z])/u;
/** Addresses of apps in the stores. */
const STORES: readonly (readonly [platform: AppLink['platform'], address: RegExp])[] = [
  ['store_a', /^https?:\/\/(?:apps|itunes)\.apple\.com\/.*\/id\d+/u],
  ['store_b', /^https?:\/\/play\.google\.com\/store\/apps\/details\?/u],
];

/** A page of a site with what it says; `facts` is null where its status says that it failed. */
export interface FetchedPage {
  readonly page: Page;
  readonly facts: PageFacts | null;
}

/**
 * Reads one page through the door for pages and says what it holds.
 * @throws OutsideError when it cannot be fetched, UnreadablePageError when it breaks its bounds of time or memory
 */
export async function fetchFacts(
  { pageFetch }: Pick<AppContext, 'pageFetch'>,
  url: string,
  signal: AbortSignal | undefined,
): Promise<FetchedPage> {
  const page = await pageFetch.fetchPage({ url, reach: 'full', signal });
  if (page.status >= FIRST_ERROR_STATUS) return { page, facts: null };
  const { readSignals } = await loadPageReader();
  const signals = await readSignals({ html: page.text, url: page.finalUrl, wantsOutline: true });
  return { page, facts: toPageFacts(signals) };
}

/** @param signals with their outline */
export function toPageFacts(signals: PageSignals): PageFacts {
  const { outline } = signals;
  if (outline === undefined) throw new Error('a page was read without its outline');
  const named = LANGUAGE.exec(signals.lang?.toLowerCase() ?? '')?.[0] ?? null;
  return { ...signals, outline, languageCode: signals.language ?? named, appLinks: listAppLinks(outline.links) };
}

function listAppLinks(links: PageFacts['outline']['links']): AppLink[] {
  return links.flatMap(({ url }) => {
    const platform = STORES.find(([, address]) => address.test(url))?.[0];
    return platform === undefined ? [] : [{ platform, url }];
  });
}
