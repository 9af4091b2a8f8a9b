import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import { packBytes } from '#kernel/packed-bytes.ts';
import type { ReadSite } from './page-facts.ts';
import { readSitePages, type PageShelf, type ReadOptions } from './read-pages.ts';
import { findSitePage, insertPage } from './store/pages.ts';

type SiteContext = Pick<AppContext, 'pageFetch' | 'postgres' | 'clock'>;

export interface ReadSiteOptions extends ReadOptions {
  readonly runId: string;
  /** Pages cost nothing today; on whose behalf they are read. */
  readonly scope: SpendScope;
}

/**
 * Reads the site of a run into `research_pages`: each page is kept as it arrives, with a raw copy as evidence, and is not
 * read again when the step is repeated.
 * @throws UnreadableSiteError when the start page says nothing of a site; OutsideError that may pass, unless `isLastTry`
 */
export async function readSite(ctx: SiteContext, options: ReadSiteOptions): Promise<ReadSite> {
  return await readSitePages(ctx, options, makeShelf(ctx, options.runId));
}

function makeShelf({ postgres, clock }: SiteContext, runId: string): PageShelf {
  return {
    find: (number) => findSitePage(postgres, runId, number),
    keep: (sitePage, page) =>
      insertPage(postgres, {
        ...sitePage,
        runId,
        httpStatus: page?.status ?? null,
        contentType: page?.contentType ?? null,
        body: page === undefined ? null : packBytes(page.text),
        isCut: page?.isCut ?? false,
        fetchedAt: page?.fetchedAt ?? clock.now(),
      }),
  };
}
