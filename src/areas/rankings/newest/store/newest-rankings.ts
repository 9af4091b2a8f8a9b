import type { Sql } from '#stores/postgres/types.ts';
import type { Ranking, RankingFilter, RankingPage } from '../../ranking.ts';
import { OWN, toSelection, type Selection, type Source } from './selection.ts';

/** How many rows the list has. */
interface ListTotals {
  /** With an outcome. */
  readonly newest: number;
  /** Rows of keywords without a check: one for each own site or place, and for their target domain. */
  readonly pending: number;
}

export interface ListPage {
  readonly limit: number;
  readonly offset: number;
}

/** Pages of these sizes are asked for all day; their statements are planned once. */
const USUAL_LIMITS: ReadonlySet<number> = new Set([50, 100, 200]);

/**
 * The newest outcome per tracked keyword and domain, by keyword: one range of an index, and while keywords wait for
 * their first check one more. The total is of all pages.
 */
export async function listNewestRankings(sql: Sql, filter: RankingFilter, page: ListPage): Promise<RankingPage> {
  const selection = toSelection(filter);
  const newest = await readNewest(sql, selection, page);
  if (newest?.totals.pending === 0) return { rankings: newest.rankings, total: newest.totals.newest };
  const totals = newest?.totals ?? (await countRankings(sql, selection));
  const counted = totals.newest + totals.pending;
  if (page.offset >= counted) return { rankings: [], total: counted };
  const rankings = await readMergedPage(sql, selection, { ...page, totals });
  return { rankings, total: Math.max(counted, page.offset + rankings.length) };
}

/**
 * A sum over the few rows of `ranking_totals` that fit. What is asked by keyword is counted in place, along an index:
 * that grows with the keywords that begin so.
 */
async function countRankings(sql: Sql, selection: Selection): Promise<ListTotals> {
  const { values, name } = selection;
  const { rows } = await sql.query<ListTotals>(
    `with ${OWN} select (${toTotal(selection.newest)}) as newest, (${toTotal(selection.pending)}) as pending`,
    values,
    name && `rankings-count-${name}`,
  );
  return rows[0] ?? { newest: 0, pending: 0 };
}

const toTotal = (source: Source | undefined): string => source?.total ?? 'select 0';

/**
 * A page of the rows with an outcome, and both totals, which stand beside each row: where no keyword waits, one question is enough.
 * @returns undefined when the page has no row to say the totals
 */
async function readNewest(
  sql: Sql,
  selection: Selection,
  { limit, offset }: ListPage,
): Promise<{ readonly rankings: Ranking[]; readonly totals: ListTotals } | undefined> {
  const { values, name, newest, pending } = selection;
  if (newest === undefined) return undefined;
  const columns = `${COLUMNS}, (${toTotal(newest)}) as newest_total, (${toTotal(pending)}) as pending_total`;
  const [kind, text, parameters] =
    offset === 0
      ? ['first', `with ${OWN} select ${columns} from ${newest.table} ${JOIN_ASSET} where ${newest.where} ${ORDER} limit ${limit}`, values]
      : ['later', toLaterPage(newest, columns, limit, `$${values.length + 1}`), [...values, offset]];
  const { rows } = await sql.query<Ranking & { newestTotal: number; pendingTotal: number }>(
    text,
    parameters,
    name !== undefined && USUAL_LIMITS.has(limit) ? `rankings-${kind}-${limit}-${name}` : undefined,
  );
  return rows[0] && { rankings: rows, totals: { newest: rows[0].newestTotal, pending: rows[0].pendingTotal } };
}

/**
 * A select around the offset keeps its value from PostgreSQL's planner, so that one plan serves all later pages: planning each takes
 * longer than reading it.
 * @param offset the parameter whose value it is, such as `$2`
 */
function toLaterPage({ table, where }: Source, columns: string, limit: number, offset: string): string {
  return `
with ${OWN},
page as materialized (select ${KEY} from ${table} where ${where} ${ORDER} limit ${limit} offset (select ${offset}::bigint))
select ${columns} from page ${JOIN_NEWEST} ${JOIN_ASSET} where r.project_id = $1 ${ORDER}`;
}

async function readMergedPage(sql: Sql, selection: Selection, page: ListPage & { readonly totals: ListTotals }): Promise<Ranking[]> {
  const { values, name, ...sources } = selection;
  const newest = page.totals.newest > 0 ? sources.newest : undefined;
  const pending = page.totals.pending > 0 ? sources.pending : undefined;
  const isUsual = name !== undefined && page.offset === 0 && USUAL_LIMITS.has(page.limit);
  const kinds = `${newest === undefined ? '' : 'n'}${pending === undefined ? '' : 'p'}`;
  const { rows } = await sql.query<Ranking>(
    toMergedPage({ newest, pending }, page),
    values,
    isUsual ? `rankings-list-${page.limit}-${kinds}-${name}` : undefined,
  );
  return rows;
}

function toMergedPage(sources: Pick<Selection, 'newest' | 'pending'>, { limit, offset }: ListPage): string {
  const toKeys = ({ table, where }: Source, assetId: string, isPending: boolean): string =>
    `select ${KEY}, ${assetId} as asset_id, ${isPending} as is_pending from ${table} where ${where} ${ORDER}`;
  const newest = sources.newest && toKeys(sources.newest, 'null', false);
  const pending = sources.pending && toKeys(sources.pending, 'r.asset_id', true);
  const both = `select * from ((${newest} limit ${limit + offset}) union all (${pending} limit ${limit + offset})) r ${ORDER}`;
  return `
with ${OWN},
page as materialized (${newest === undefined ? pending : pending === undefined ? newest : both} limit ${limit} offset ${offset})
select ${COLUMNS}
from page ${JOIN_NEWEST} ${JOIN_ASSET}
where r.project_id = $1 and not page.is_pending
union all
select ${PENDING_COLUMNS}
from page r join keywords k on k.id = r.keyword_id ${JOIN_ASSET}
where r.is_pending
${ORDER.replaceAll('r.', '')}`;
}

/** Join to the rows of a page whose keys were found first: an index alone gives the keys of the pages before it. */
const JOIN_NEWEST = 'join current_rankings r using (keyword_id, engine, channel, domain)';

const JOIN_ASSET = 'left join assets asset on asset.id = r.asset_id';

const RELATIONSHIP = `case asset.role when 'primary' then 'MINE' when 'competitor' then 'COMPETITOR' else r.relationship end`;

const KEY = 'r.normalized_text, r.keyword_id, r.engine, r.channel, r.domain';

// The byte order of the index, so that neither sorting nor the prefix depends on the database's language.
const ORDER = 'order by r.normalized_text using ~<~, r.keyword_id, r.engine, r.channel, r.domain';

const COLUMNS = `r.keyword_id, r.keyword_text, r.normalized_text, r.engine, r.channel, r.device, r.location_code, r.language_code, r.domain,
  r.asset_id, coalesce(asset.name, r.asset_name) as asset_name, ${RELATIONSHIP} as relationship, r.status, r.rank_group,
  r.position as rank_absolute, r.previous_rank_group, r.previous_position as previous_rank_absolute, r.url, r.title, r.is_featured_snippet, r.checked_depth, r.check_ts, r.check_date, r.run_id,
  r.provider, r.cost_usd, r.serp_features, r.error, r.failed_at, r.is_recomputed, r.cited_place`;

/** The same of a keyword without a check. */
const PENDING_COLUMNS = `r.keyword_id, k.keyword_text, k.normalized_text, r.engine, r.channel, k.device, k.location_code, k.language_code, r.domain,
  r.asset_id, asset.name, 'MINE', 'pending', null, null,
  null, null, null, null, false, null, null, null, null, null,
  null, '{}', null, null, false, null`;
