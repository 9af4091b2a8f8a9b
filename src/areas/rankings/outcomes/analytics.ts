import { z } from 'zod';
import type { PositionScale } from '#areas/projects/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { OwnTargets } from '../features/analytics.ts';
import { PROJECT_DAY } from '../grid/analytics.ts';
import { POSITION_COLUMN } from '../scale.ts';
import { decodeOutcomes } from './decode-outcomes.ts';
import { toDayNumber, type OutcomeFacts, type OutcomeSeries } from './outcome.ts';

/** Which outcomes of a project, days inclusive. */
export interface OutcomesQuestion {
  readonly projectId: string;
  readonly timeZone: string;
  readonly scale: PositionScale;
  readonly from: string;
  readonly to: string;
  /** The sites whose rows are read, beside target domains of keywords. */
  readonly domains: readonly string[];
  readonly withFeatures?: boolean | undefined;
  /** In which features of the page these are. */
  readonly own?: OwnTargets | undefined;
  /** Ids of runs are read of outcomes of this day and later. */
  readonly runsFrom?: string | undefined;
}

/** A project with sixty own sites and competitors on each page of a chunk. */
const SERIES_MAX = 200_000;
const FACT_BITS = 48;
/** No address and no name has one. */
const BETWEEN = '\t';

/**
 * A row of history is one number of 24 bytes, from the highest: a one, the moment, that of its last correction, its day, whether it
 * failed, depth, position, and which of the facts it has. A row of the answer is a whole series, because to parse a row for each
 * outcome takes ten times as long as to read them. Days are counted from the one before the first, which another time zone may have.
 */
const toQuestion = ({ scale, withFeatures = false, runsFrom }: OutcomesQuestion) => {
  const shift = (value: string, bits: number): string => `bitShiftLeft(toUInt256(${value}), ${bits})`;
  const texts = [
    'url',
    'provider',
    withFeatures ? `arrayStringConcat(arraySort(serp_features), ',')` : `''`,
    runsFrom === undefined ? `''` : `if(day >= {runs_from:Date}, run_id, '')`,
  ];
  const toCode = (text: string): string => `bitAnd(cityHash64(${text}), ${2 ** FACT_BITS - 1})`;
  return {
    name: 'rankings-list-outcomes',
    sql: `
with rows as (
    select keyword_id, engine, channel, domain, ${PROJECT_DAY} as day, concat(${texts.join(`, '\t', `)}) as fact,
      ${shift('1', 184)} + ${shift('toUnixTimestamp64Milli(check_ts)', 136)}
      + ${shift('toUInt32(intDiv(toUnixTimestamp64Milli(recomputed_at), 1000))', 104)}
      + ${shift(`toUInt16(day - {since:Date} + 1)`, 88)} + ${shift(`status = 'failed'`, 80)} + ${shift('checked_depth', 64)}
      + ${shift(`ifNull(${POSITION_COLUMN[scale]}, 0)`, FACT_BITS)} + toUInt256(${toCode('fact')}) as number
    from ranking_history
    where project_id = {project_id:String} and keyword_id in {keyword_ids:Array(String)}
      and check_date between {since:Date} - 1 and {until:Date} + 1
      and (has({domains:Array(String)}, domain) or asset_id = '' and relationship = 'MINE')
  )
select keyword_id, engine, channel, domain,
  base64Encode(arrayStringConcat(arrayMap(one -> reinterpretAsString(one), arraySort(groupArray(number))))) as outcomes,
  arrayMap(one -> (${toCode('one')}, one), groupUniqArray(fact)) as facts
from rows
group by keyword_id, engine, channel, domain
order by keyword_id, engine, channel, domain
limit ${SERIES_MAX}`,
    params: z.object({
      project_id: z.string(),
      time_zone: z.string(),
      since: z.string(),
      until: z.string(),
      domains: z.array(z.string()),
      keyword_ids: z.array(z.string()),
      runs_from: z.string().optional(),
    }),
    row: z.object({
      keyword_id: z.string(),
      engine: z.string(),
      channel: z.string(),
      domain: z.string(),
      outcomes: z.string(),
      facts: z.array(z.tuple([z.number(), z.string()])),
    }),
  };
};

/** A series as it was read: it is made of its bytes when its turn comes, so that its outcomes are forgotten young. */
export type PackedSeries = () => OutcomeSeries;

/** The series of some keywords, those of one keyword and result page one after the other. At most 1,000 keywords: a value has a length. */
export async function listOutcomes(
  clickhouse: ClickHouse,
  question: OutcomesQuestion,
  keywordIds: readonly string[],
): Promise<PackedSeries[]> {
  const { withFeatures = false } = question;
  const rows = await clickhouse.query(toQuestion(question), {
    project_id: question.projectId,
    time_zone: question.timeZone,
    since: question.from,
    until: question.to,
    domains: [...question.domains],
    keyword_ids: [...keywordIds],
    ...(question.runsFrom === undefined ? {} : { runs_from: question.runsFrom }),
  });
  const span = { first: toDayNumber(question.from), last: toDayNumber(question.to) };
  return rows.map(({ keyword_id: keywordId, engine, channel, domain, outcomes, facts }) => () => {
    const byCode = new Map(facts.map(([code, fact]) => [code, toFacts(fact, withFeatures)]));
    return { keywordId, engine, channel, domain, outcomes: decodeOutcomes(Buffer.from(outcomes, 'base64'), byCode, span) };
  });
}

function toFacts(fact: string, withFeatures: boolean): OutcomeFacts {
  const [url = '', provider = '', features = '', run = ''] = fact.split(BETWEEN);
  return {
    page: url || null,
    provider: provider || null,
    features: withFeatures ? features.split(',').filter((feature) => feature !== '' && feature !== 'organic') : null,
    runId: run || null,
  };
}

/** How the checks of a project day went. */
export interface CheckedDay {
  readonly day: string;
  /** Tracked keywords on a result page that were checked. */
  readonly checks: number;
  /** Those without a good check. */
  readonly failed: number;
  readonly lastAt: Date;
}

/** Four hundred days, and what is looked back on. */
const DAYS_MAX = 500;

/** How the checks of each day went; days without one are left out. Oldest first. */
export async function countCheckedDays(
  clickhouse: ClickHouse,
  { projectId, timeZone, from, to, channels }: Omit<OutcomesQuestion, 'scale' | 'domains'> & { readonly channels: readonly string[] },
): Promise<CheckedDay[]> {
  const rows = await clickhouse.query(
    {
      name: 'rankings-count-checked-days',
      sql: `
select ${PROJECT_DAY} as day, uniqExact(subject) as checks, checks - uniqExactIf(subject, status != 'failed') as failed, max(check_ts) as last_at
from (
  select check_ts, status, cityHash64(keyword_id, engine, channel) as subject
  from ranking_history
  where project_id = {project_id:String} and check_date between {since:Date} - 1 and {until:Date} + 1
    and relationship = 'MINE' and has({channels:Array(String)}, channel)
)
where day between {since:Date} and {until:Date}
group by day
order by day
limit ${DAYS_MAX}`,
      params: z.object({
        project_id: z.string(),
        time_zone: z.string(),
        since: z.string(),
        until: z.string(),
        channels: z.array(z.string()),
      }),
      row: z.object({ day: z.string(), checks: z.number(), failed: z.number(), last_at: z.coerce.date() }),
    },
    { project_id: projectId, time_zone: timeZone, since: from, until: to, channels: [...channels] },
  );
  return rows.map(({ day, checks, failed, last_at: lastAt }) => ({ day, checks, failed, lastAt }));
}
