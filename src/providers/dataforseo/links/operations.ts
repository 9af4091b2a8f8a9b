import { DAY_MS } from '#kernel/durations.ts';
import { roundUsd } from '#kernel/money.ts';
import type { SearchService } from '../services.ts';
import {
  LINK_ROWS_PER_CALL,
  type LinkCall,
  type LinkListRequest,
  type LinkSeriesRequest,
  type RankedKeywordsRequest,
} from '#providers/search-data/links.ts';

/** One kind of question about a domain. */
export interface LinkOperation {
  readonly path: string;
  /** Under which service of the ledger (docs/costs.md) it is booked. */
  readonly service: SearchService;
  /** Class of endpoint in `call-limits.ts`. */
  readonly rateClass: string;
  readonly taskUsd: number;
  /** For each row of the answer; an answer without rows costs one, or none. */
  readonly rowUsd: number;
}

const BACKLINKS = { rateClass: 'backlinks_live', taskUsd: 0.02, rowUsd: 0.00003 } as const;

export const LINK_OPERATIONS: Readonly<Record<LinkCall, LinkOperation>> = {
  summary: { ...BACKLINKS, path: '/v3/backlinks/summary/live', service: 'provider_summary' },
  backlinks: { ...BACKLINKS, path: '/v3/backlinks/backlinks/live', service: 'provider_backlinks' },
  referring_domains: { ...BACKLINKS, path: '/v3/backlinks/referring_domains/live', service: 'provider_referring_domains' },
  anchors: { ...BACKLINKS, path: '/v3/backlinks/anchors/live', service: 'provider_backlinks' },
  history: { ...BACKLINKS, path: '/v3/backlinks/timeseries_summary/live', service: 'provider_summary' },
  changes: { ...BACKLINKS, path: '/v3/backlinks/timeseries_new_lost_summary/live', service: 'provider_summary' },
  ranked_keywords: {
    path: '/v3/dataforseo_labs/google/ranked_keywords/live',
    service: 'provider_keywords',
    rateClass: 'labs_live',
    taskUsd: 0.01,
    rowUsd: 0.0001,
  },
};

/** What one call costs at most. */
export function estimateLinkCallUsd(call: LinkCall, rows: number): number {
  const { taskUsd, rowUsd } = LINK_OPERATIONS[call];
  return roundUsd(taskUsd + rowUsd * Math.max(1, rows));
}

type Task = Readonly<Record<string, unknown>>;

/** By default the provider counts ranks to a thousand and cuts maps to ten entries. */
const RANK_SCALE = { rank_scale: 'one_hundred' } as const;
const WHOLE_MAPS = { internal_list_limit: LINK_ROWS_PER_CALL } as const;

export function toSummaryTask(target: string): Task {
  return { target, backlinks_status_type: 'live', ...RANK_SCALE, ...WHOLE_MAPS };
}

/** A page of links. With a token all the rest stays as it was in the call that gave it. */
export function toBacklinksTask(request: LinkListRequest & { readonly token?: string | undefined }): Task {
  const token = request.token === undefined ? {} : { search_after_token: request.token };
  return { ...toPageTask(request), ...toFilters(request, LINK_DATES), mode: 'as_is', ...token };
}

/** A page of what links can be grouped by. */
export function toGroupsTask(request: LinkListRequest): Task {
  return { ...toPageTask(request), ...toFilters(request, GROUP_DATES), ...WHOLE_MAPS };
}

function toPageTask({ target, limit, offset = 0, status = 'live' }: LinkListRequest): Task {
  return { target, limit, ...(offset > 0 ? { offset } : {}), backlinks_status_type: status, ...RANK_SCALE };
}

type Condition = readonly [field: string, operator: string, value: unknown];

/** How the rows of a list say that they came, and that they went, since a time. */
interface RowDates {
  readonly came: (since: string) => Condition;
  readonly went: (since: string) => readonly Condition[];
}

/** A lost link has only the date on which it was seen last. */
const LINK_DATES: RowDates = {
  came: (since) => ['first_seen', '>=', since],
  went: (since) => [
    ['is_lost', '=', true],
    ['last_seen', '>=', since],
  ],
};
const GROUP_DATES: RowDates = {
  came: (since) => ['first_seen', '>=', since],
  went: (since) => [['lost_date', '>=', since]],
};

function toFilters({ since, status = 'live' }: LinkListRequest, { came, went }: RowDates): Task {
  if (since === undefined) return {};
  const time = toProviderTime(since);
  const gone = joinAll(went(time));
  if (status === 'all') return { filters: [came(time), 'or', gone] };
  return { filters: status === 'live' ? came(time) : gone };
}

/** A single condition stands by itself. */
function joinAll(conditions: readonly Condition[]): readonly unknown[] {
  return conditions.length === 1
    ? (conditions[0] ?? [])
    : conditions.flatMap((condition, at) => (at === 0 ? [condition] : ['and', condition]));
}

/** `yyyy-mm-dd hh:mm:ss +00:00` */
function toProviderTime(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')} +00:00`;
}

export function toHistoryTask(request: LinkSeriesRequest): Task {
  return { ...toChangesTask(request), ...RANK_SCALE };
}

export function toChangesTask({ target, from, until, period }: LinkSeriesRequest): Task {
  return { target, date_from: from, date_to: until, group_range: period };
}

/** Days of the shortest period of each kind. */
const PERIOD_DAYS: Readonly<Record<LinkSeriesRequest['period'], number>> = { day: 1, week: 7, month: 28, year: 365 };

/** Rows that a series has at most: those at its ends may be cut periods. */
export function countPeriods({ from, until, period }: LinkSeriesRequest): number {
  const days = (Date.parse(until) - Date.parse(from)) / DAY_MS + 1;
  return Math.max(1, Math.ceil(days / PERIOD_DAYS[period]) + 1);
}

/** Every kind of result on a result page that the provider lists for a domain. */
const ITEM_TYPES = ['organic', 'paid', 'featured_snippet', 'local_pack'];

export function toRankedKeywordsTask({ target, locationCode, languageCode, limit, offset = 0 }: RankedKeywordsRequest): Task {
  return {
    target,
    location_code: locationCode,
    language_code: languageCode,
    item_types: ITEM_TYPES,
    // Those that are searched most, where not all fit.
    order_by: ['keyword_data.keyword_info.search_volume,desc', 'keyword_data.keyword,asc'],
    limit,
    ...(offset > 0 ? { offset } : {}),
  };
}
