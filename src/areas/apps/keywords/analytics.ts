import { z } from 'zod';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { StoreSearch } from './search.ts';

/** Ten years of a check a day of a hundred terms; a bound, not a page. */
const ROWS_MAX = 400_000;

export interface TermHistoryQuestion extends Omit<StoreSearch, 'keyword' | 'languageCode'> {
  readonly appId: string;
  readonly terms: readonly Pick<StoreSearch, 'keyword' | 'languageCode'>[];
  /** `YYYY-MM-DD`, both included. */
  readonly startDate: string;
  readonly endDate: string;
}

/** One check of a term. */
export interface TermCheck {
  readonly keyword: string;
  readonly languageCode: string;
  /** `YYYY-MM-DD` in UTC. */
  readonly date: string;
  readonly checkedAt: Date;
  /** 0: the app was not there. */
  readonly position: number;
  /** 0: the check failed. */
  readonly checkedDepth: number;
  readonly error: string;
}

const historyQuestion = {
  name: 'apps-term-history',
  sql: `
select keyword, language_code as languageCode, toString(check_date) as date, checked_at as checkedAt,
  max(if(app_id = {app_id:String}, position, 0)) as position, max(checked_depth) as checkedDepth, max(error) as error
from app_keyword_positions
where owner_id = {owner_id:String} and platform = {platform:String} and storefront = {storefront:String}
  and (keyword, language_code) in arrayZip({keywords:Array(String)}, {languages:Array(String)})
  and check_date between {start_date:Date} and {end_date:Date} and app_id in ('', {app_id:String})
group by keyword, language_code, check_date, checked_at
order by checked_at, keyword, language_code
limit {rows_max:UInt32}`,
  params: z.object({
    owner_id: z.string(),
    platform: z.string(),
    storefront: z.string(),
    app_id: z.string(),
    keywords: z.array(z.string()),
    languages: z.array(z.string()),
    start_date: z.string(),
    end_date: z.string(),
    rows_max: z.number(),
  }),
  row: z.object({
    keyword: z.string(),
    languageCode: z.string(),
    date: z.string(),
    checkedAt: z.coerce.date(),
    position: z.number(),
    checkedDepth: z.number(),
    error: z.string(),
  }),
};

/** Every check of terms in a span of days, the oldest first. */
export async function listTermChecks(clickhouse: ClickHouse, question: TermHistoryQuestion): Promise<TermCheck[]> {
  if (question.terms.length === 0) return [];
  return await clickhouse.query(historyQuestion, {
    owner_id: question.ownerId,
    platform: question.platform,
    storefront: question.storefront,
    app_id: question.appId,
    keywords: question.terms.map(({ keyword }) => keyword),
    languages: question.terms.map(({ languageCode }) => languageCode),
    start_date: question.startDate,
    end_date: question.endDate,
    rows_max: ROWS_MAX,
  });
}
