import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import type { LinkCall, LinkPage } from '#providers/search-data/links.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { ingestBacklinks } from '../../links/ingest-backlinks.ts';
import { ingestKeywords } from '../../keywords/ingest-keywords.ts';
import { ingestReferringDomains } from '../../links/ingest-referring-domains.ts';
import type { KnownDomain } from '../../records/known-domain.ts';
import type { Market } from '../../keywords/market.ts';
import type { PageStart } from './next-page.ts';
import type { ListPart } from './plan-parts.ts';

export interface ListPageRequest {
  readonly domain: KnownDomain;
  readonly market: Market | undefined;
  readonly page: PageStart;
  readonly scope: SpendScope;
  readonly signal: AbortSignal;
}

/** A page that came, and how it is written. */
export interface ReadPage extends Omit<LinkPage<unknown>, 'rows'> {
  /** Writes the first `rowsMax` of it. */
  readonly write: (tx: Transaction, given: { readonly rowsMax: number; readonly now: Date }) => Promise<unknown>;
}

/** Where a list comes from. */
export interface ListSource {
  readonly call: LinkCall;
  /** Name of the step that fetches it, and of what it holds in words. */
  readonly step: string;
  readonly read: (ctx: Pick<AppContext, 'searchData'>, request: ListPageRequest) => Promise<ReadPage>;
}

const SOURCE_ENDPOINT = 'backlinks/backlinks/live';

export const LIST_SOURCES: Readonly<Record<ListPart, ListSource>> = {
  backlinks: {
    call: 'backlinks',
    step: 'fetchBacklinks',
    read: async ({ searchData }, { domain, page, scope, signal }) => {
      const answer = await searchData.fetchBacklinks({ target: domain.domain, status: 'live', ...page }, scope, signal);
      return toRead(answer, (tx, rows, now) => ingestBacklinks(tx, { domain, rows, now, sourceEndpoint: SOURCE_ENDPOINT }));
    },
  },
  referring_domains: {
    call: 'referring_domains',
    step: 'fetchReferringDomains',
    read: async ({ searchData }, { domain, page, scope, signal }) => {
      const request = { target: domain.domain, status: 'live' as const, limit: page.limit, offset: page.offset };
      const answer = await searchData.fetchReferringDomains(request, scope, signal);
      return toRead(answer, (tx, rows, now) => ingestReferringDomains(tx, { domain, rows, now }));
    },
  },
  keywords: {
    call: 'ranked_keywords',
    step: 'fetchKeywords',
    read: async ({ searchData }, { domain, market, page, scope, signal }) => {
      if (market === undefined) throw new Error('keywords are fetched in a market');
      const request = { target: domain.domain, ...market, limit: page.limit, offset: page.offset };
      const answer = await searchData.fetchRankedKeywords(request, scope, signal);
      return toRead(answer, (tx, rows, now) => ingestKeywords(tx, { domain, market, rows, now }));
    },
  },
};

function toRead<Row>(
  { rows, ...answer }: LinkPage<Row>,
  write: (tx: Transaction, rows: readonly Row[], now: Date) => Promise<unknown>,
): ReadPage {
  return { ...answer, write: (tx, { rowsMax, now }) => write(tx, rows.slice(0, rowsMax), now) };
}
