import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { TrackedSelection } from '#areas/keywords/index.ts';
import type { Span } from '../grid/grid.ts';
import { isOwnRow, LEADS_SOMEWHERE } from './own-sql.ts';

/** Four hundred days of eighty features. */
const ROWS_MAX = 32_000;

/** How the project's own sites and places are recognised in results. */
export interface OwnTargets {
  /** Hosts that count as they are. */
  readonly hosts: readonly string[];
  /** Hosts whose sub-domains count as well. */
  readonly parents: readonly string[];
  readonly placeIds: readonly string[];
}

export interface FeaturesQuestion
  extends Span, Pick<TrackedSelection, 'projectId' | 'device' | 'locationCode' | 'languageCode' | 'engines' | 'channels' | 'keywordIds'> {
  readonly timeZone: string;
}

const FILTERS = {
  device: 'and device = {device:String}',
  locationCode: 'and location_code = {locationCode:UInt32}',
  languageCode: 'and language_code = {languageCode:String}',
  engines: 'and engine in {engines:Array(String)}',
  channels: 'and channel in {channels:Array(String)}',
  keywordIds: 'and keyword_id in {keywordIds:Array(String)}',
} as const satisfies Partial<Record<keyof FeaturesQuestion, string>>;

const Params = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]));

/** The newest good check of each keyword and project day, as `newest`: its run and the features of its page. */
const toChecks = (conditions: string): string => `
  checks as (
    select keyword_id, engine, channel, toDate(check_ts, {timeZone:String}) as day,
      argMax((run_id, serp_features), (check_ts, recomputed_at)) as newest
    from ranking_history
    where project_id = {projectId:String} and check_date between {from:Date} - 1 and {to:Date} + 1 and status != 'failed' ${conditions}
    group by keyword_id, engine, channel, day
    having day between {from:Date} and {to:Date}
  )`;

/** A feature on a day; '' are all keywords with a good check. */
export interface FeatureDay {
  readonly day: string;
  readonly feature: string;
  readonly keywords: number;
}

/** On how many keywords' pages each feature was, by day. */
export async function listFeatureDays(clickhouse: ClickHouse, question: FeaturesQuestion): Promise<FeatureDay[]> {
  const { conditions, params } = toConditions(question);
  return await clickhouse.query(
    {
      name: 'rankings-list-feature-days',
      sql: `
with ${toChecks(conditions)}
select day, feature, count() as keywords
from checks array join arrayConcat([''], arrayDistinct(newest.2)) as feature
where feature != 'organic'
group by day, feature
order by day, feature
limit ${ROWS_MAX}`,
      params: Params,
      row: z.object({ day: z.string(), feature: z.string(), keywords: z.number() }),
    },
    params,
  );
}

/** A feature whose results lead to sites or places, on a day. */
export interface OwnFeatureDay {
  readonly day: string;
  readonly feature: string;
  /** Keywords on whose page the feature leads somewhere. */
  readonly known: number;
  /** Keywords on whose page an own site or place is among them. */
  readonly ours: number;
}

/** On how many keywords' pages an own site is among a feature's results. Features that lead nowhere are left out. */
export async function listOwnFeatureDays(clickhouse: ClickHouse, question: FeaturesQuestion, own: OwnTargets): Promise<OwnFeatureDay[]> {
  const { conditions, params } = toConditions(question);
  return await clickhouse.query(
    {
      name: 'rankings-list-own-feature-days',
      sql: `
with ${toChecks(conditions)},
  runs as (select day, newest.1 as run from checks)
select runs.day as day, if(type = 'organic', 'featured_snippet', type) as feature,
  uniqExact(run_id) as known, uniqExactIf(run_id, ${isOwnRow('placeIds')}) as ours
from serp_runs inner join runs on serp_runs.run_id = runs.run
where keyword_id in (select keyword_id from checks) and run_date between {from:Date} - 1 and {to:Date} + 1
  and (type != 'organic' or is_featured_snippet = 1) and ${LEADS_SOMEWHERE}
group by day, feature
order by day, feature
limit ${ROWS_MAX}`,
      params: Params,
      row: z.object({ day: z.string(), feature: z.string(), known: z.number(), ours: z.number() }),
    },
    { ...params, hosts: [...own.hosts], parents: [...own.parents], placeIds: [...own.placeIds] },
  );
}

function toConditions({ projectId, timeZone, from, to, ...filters }: FeaturesQuestion) {
  const given = Object.entries(FILTERS).flatMap(([name, condition]) => {
    const value = filters[name as keyof typeof FILTERS];
    return value === undefined ? [] : [{ name, condition, value: typeof value === 'object' ? [...value] : value }];
  });
  const values: z.output<typeof Params> = Object.fromEntries(given.map(({ name, value }) => [name, value]));
  return { conditions: given.map(({ condition }) => condition).join(' '), params: { ...values, projectId, timeZone, from, to } };
}
