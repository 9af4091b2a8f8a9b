import { TRACKED_KEYWORDS } from '#areas/keywords/index.ts';
import type { RankingFilter } from '../../ranking.ts';

/** Where rows of the list come from, each as `r`. */
export interface Source {
  readonly table: string;
  readonly where: string;
  /** A query of one number: how many rows there are. */
  readonly total: string;
}

/** A filter as parts of statements, which share their values. */
export interface Selection {
  readonly values: unknown[];
  /** One per text; undefined for unusual ones. */
  readonly name: string | undefined;
  /** Rows of `current_rankings`; undefined: none can fit. */
  readonly newest: Source | undefined;
  /** Keywords without a check, one row for each target. */
  readonly pending: Source | undefined;
}

/** The project's own sites and places; pending sources read them. */
export const OWN = `own as materialized (
  select id, type, value from assets where project_id = $1 and role = 'primary' and type in ('website', 'local')
)`;

/** What a keyword without a check waits for: each own website, in `local` each own place, and its target domain. */
const toTargets = (channel: string, targetDomain: string): string => `(
  select value as domain, id as asset_id from own where type = 'website' or ${channel} = 'local'
  union all
  select ${targetDomain}, null
  where ${targetDomain} is not null
    and not exists (select from assets where project_id = $1 and type = 'website' and value = ${targetDomain}))`;

const PENDING = `(
  select t.normalized_text, t.keyword_id, t.engine, t.channel, k.device, k.location_code, target.domain, target.asset_id, 'MINE' as relationship
  from ${TRACKED_KEYWORDS} t join keywords k on k.id = t.keyword_id cross join lateral ${toTargets('t.channel', 't.target_domain')} target
  where t.project_id = $1 and t.checked_at is null) r`;

const PENDING_TOTALS = `(
  select t.rows_count, t.engine, t.channel, t.device, t.location_code, target.domain, target.asset_id, 'MINE' as relationship
  from ranking_totals t cross join lateral ${toTargets('t.channel', 't.domain')} target
  where t.project_id = $1 and t.status = 'pending') r`;

export function toSelection(filter: RankingFilter): Selection {
  const values: unknown[] = [filter.projectId];
  const conditions = toConditions(filter)
    .map((condition) => `and ${condition.text(`$${values.push(condition.value)}`)}`)
    .join(' ');
  // A word of the vocabulary, as a constant for the index of those that failed.
  const status = filter.status === undefined ? '' : `and r.status = '${filter.status}'`;
  const isCounted = filter.keywordId !== undefined || filter.keywordPrefix !== undefined;
  const toSource = (table: string, where: string, sum: string): Source => ({
    table,
    where: `${where} ${conditions}`,
    total: isCounted ? `select count(*) from ${table} where ${where} ${conditions}` : `${sum} ${conditions}`,
  });
  const sum = 'select coalesce(sum(r.rows_count), 0)::bigint from';
  return {
    values,
    name: toName(filter),
    newest:
      filter.status === 'pending'
        ? undefined
        : toSource(
            'current_rankings r',
            `r.project_id = $1 and r.is_tracked ${status}`,
            `${sum} ranking_totals r where r.project_id = $1 and r.status <> 'pending' ${status}`,
          ),
    pending:
      filter.status === undefined || filter.status === 'pending'
        ? toSource(PENDING, 'true', `${sum} ${PENDING_TOTALS} where true`)
        : undefined,
  };
}

interface Condition {
  readonly text: (value: string) => string;
  readonly value: unknown;
}

function toConditions(filter: RankingFilter): Condition[] {
  const equal = (column: string, value: unknown): Condition => ({ text: (parameter) => `r.${column} = ${parameter}`, value });
  const conditions: Condition[] = [
    equal('keyword_id', filter.keywordId),
    // All rows of an asset have its value as their domain, which an index begins with.
    {
      text: (parameter) => `r.asset_id = ${parameter} and r.domain = (select value from assets where id = ${parameter})`,
      value: filter.assetId,
    },
    equal('domain', filter.domain),
    equal('channel', filter.channel),
    equal('engine', filter.engine),
    equal('device', filter.device),
    equal('location_code', filter.locationCode),
    { text: isRelated, value: filter.relationship },
    // chr(1114111) sorts after every text that begins so.
    {
      text: (parameter) => `r.normalized_text ~>=~ ${parameter} and r.normalized_text ~<=~ (${parameter}::text || chr(1114111))`,
      value: filter.keywordPrefix,
    },
  ];
  return conditions.filter((condition) => condition.value !== undefined);
}

/** An asset has the role that it has now. */
const isRelated = (parameter: string): string =>
  `(r.asset_id is null and r.relationship = ${parameter} or r.asset_id = any (array(
    select id from assets where project_id = $1 and role = case ${parameter} when 'MINE' then 'primary' else 'competitor' end)))`;

const FILTERS = [
  'keywordPrefix',
  'keywordId',
  'assetId',
  'domain',
  'channel',
  'engine',
  'device',
  'locationCode',
  'relationship',
] as const satisfies readonly (keyof RankingFilter)[];

/** A named statement stays in the memory of every connection; all combinations would be thousands. */
const NAMED_FILTERS_MAX = 2;

/** Which filters are given, as ones and zeros (a statement's name holds only 63 characters), and the status. */
function toName(filter: RankingFilter): string | undefined {
  const given = FILTERS.map((name) => filter[name] !== undefined);
  if (given.filter(Boolean).length > NAMED_FILTERS_MAX) return undefined;
  return `${given.map((isGiven) => (isGiven ? '1' : '0')).join('')}-${filter.status ?? 'all'}`;
}
