import { z } from 'zod';
import { VOICE_POSITIONS, VOICE_TOTAL } from '#areas/rankings/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { CountedTerm } from '../visibility.ts';
import type { AppQuestion } from './app-question.ts';

/** They travel in the address of a question. */
const TERMS_PER_QUESTION = 500;

/**
 * - `checks`: a row a search; 0: none of the apps was found. The row without an app has the error of one that failed.
 * - `outcomes`: the last good search of a term and day, or the last failed one when none was good.
 */
const searchDays = {
  name: 'visibility-list-search-days',
  sql: `
with
  arrayZip({owners:Array(String)}, {storefronts:Array(String)}, {languages:Array(String)}, {keywords:Array(String)}) as terms,
  checks as (
    select check_date, owner_id, storefront, language_code, keyword, checked_at, max(error) = '' as is_good,
      minIf(position, concat(storefront, ' ', app_id) in {apps:Array(String)} and position > 0) as best
    from app_keyword_positions
    where platform = {platform:String} and check_date between {from:Date} and {to:Date}
      and storefront in {storefronts:Array(String)} and keyword in {keywords:Array(String)}
      and (owner_id, storefront, language_code, keyword) in terms
      and check_date >= {since:Array(Date)}[indexOf(terms, (toString(owner_id), toString(storefront), toString(language_code), keyword))]
    group by check_date, owner_id, storefront, language_code, keyword, checked_at
  ),
  outcomes as (
    select check_date, is_good, best
    from checks
    order by is_good desc, checked_at desc
    limit 1 by check_date, owner_id, storefront, language_code, keyword
  )
select check_date as day, countIf(is_good) as keywords, countIf(is_good and best > 0) as ranked, countIf(not is_good) as failed,
  sumIf(best, is_good) as positionSum, sumIf(1 / (best * ${VOICE_TOTAL}), is_good and best between 1 and ${VOICE_POSITIONS}) as voiceSum
from outcomes
group by day
order by day`,
  params: z.object({
    platform: z.string(),
    apps: z.array(z.string()),
    owners: z.array(z.string()),
    storefronts: z.array(z.string()),
    languages: z.array(z.string()),
    keywords: z.array(z.string()),
    since: z.array(z.string()),
    from: z.string(),
    to: z.string(),
  }),
  row: z.object({
    day: z.string(),
    keywords: z.number(),
    ranked: z.number(),
    failed: z.number(),
    positionSum: z.number(),
    voiceSum: z.number(),
  }),
};

/** Sums of the searches of a day. */
export type SearchDay = z.output<typeof searchDays.row>;

export interface SearchQuestion extends AppQuestion {
  /** Terms of the same store. */
  readonly terms: readonly CountedTerm[];
}

/** Where the best of the apps stood for each term, as sums of a day. */
export async function listSearchDays(clickhouse: ClickHouse, question: SearchQuestion): Promise<SearchDay[]> {
  const days = new Map<string, SearchDay>();
  for (let at = 0; at < question.terms.length; at += TERMS_PER_QUESTION) {
    const terms = question.terms.slice(at, at + TERMS_PER_QUESTION);
    for (const row of await clickhouse.query(searchDays, toParams(question, terms))) days.set(row.day, add(row, days.get(row.day)));
  }
  return [...days.values()];
}

function toParams({ platform, apps, from, to }: SearchQuestion, terms: readonly CountedTerm[]): z.output<typeof searchDays.params> {
  return {
    platform,
    apps: apps.map(({ storefront, appId }) => `${storefront} ${appId}`),
    owners: terms.map(({ ownerId }) => ownerId),
    storefronts: terms.map(({ storefront }) => storefront),
    languages: terms.map(({ languageCode }) => languageCode),
    keywords: terms.map(({ keyword }) => keyword),
    since: terms.map(({ since }) => since),
    from,
    to,
  };
}

function add(row: SearchDay, known: SearchDay | undefined): SearchDay {
  if (known === undefined) return row;
  return {
    day: row.day,
    keywords: row.keywords + known.keywords,
    ranked: row.ranked + known.ranked,
    failed: row.failed + known.failed,
    positionSum: row.positionSum + known.positionSum,
    voiceSum: row.voiceSum + known.voiceSum,
  };
}
