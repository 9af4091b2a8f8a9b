import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Market } from '../../records/index.ts';
import type { AppKey } from '../app-key.ts';
import type { CategorySection, CategoryType } from '../category.ts';

/** Which lists count. */
export interface ListFilter {
  readonly categoryId?: string | undefined;
  readonly chart?: string | undefined;
  readonly device?: 'phone' | 'tablet' | undefined;
  readonly type?: CategoryType | undefined;
}

/** The position of an app on a list in a week. */
export interface WeeklyRank {
  readonly categoryId: string;
  readonly chart: string;
  readonly device: 'phone' | 'tablet';
  readonly appId: string;
  readonly rank: number;
  /** In the newest earlier week with a position on the same list. */
  readonly previousRank: number | null;
  /** ISO week, `YYYYWW`. */
  readonly yearWeek: string;
  readonly parentCategoryId: string | null;
  readonly categoryType: CategoryType;
  readonly categorySection: CategorySection;
  readonly scrapedAt: Date;
  /** What reading the whole list cost in USD; 0: free, null: not recorded. */
  readonly listUsd: number | null;
  /** It still stood there when the list was last read. */
  readonly isCurrent: boolean;
}

/** The weekly positions of an app on the lists that count, each with the position before. */
const WEEKLY = `weekly as (
    select *, lag(app_rank) over (partition by category_id, chart, device order by year_week) as previous_rank
    from app_category_rankings
    where platform = $1 and storefront = $2 and app_id = $3 and ($4::text is null or category_id = $4) and ($5::text is null or chart = $5)
      and ($6::text is null or device = $6) and ($7::text is null or category_type = $7)
  )`;

const RANK_COLUMNS = `category_id, chart, device, app_id, app_rank as rank, previous_rank, year_week, parent_category_id, category_type,
  category_section,
  scraped_at, list_usd`;

/** Whether a position is of the newest reading of its list. */
const IS_CURRENT = `not exists (
    select from app_category_rankings later
    where later.platform = $1 and later.storefront = $2 and later.category_id = weekly.category_id and later.chart = weekly.chart
      and later.device = weekly.device and later.scraped_at > weekly.scraped_at) as is_current`;

export interface WeeklyQuestion extends AppKey, ListFilter {
  /** First and last ISO week, `YYYYWW`. */
  readonly fromWeek: string;
  readonly toWeek: string;
}

/** The newest week first, the best position of a week first. */
export const weeklyRanks = defineList<WeeklyRank, WeeklyQuestion>({
  with: WEEKLY,
  columns: `${RANK_COLUMNS}, ${IS_CURRENT}`,
  from: 'from weekly where year_week between $8 and $9',
  order: 'year_week desc, app_rank, category_id, chart, device',
  values: (question) => [...toValues(question), question.fromWeek, question.toWeek],
});

/** The newest position of an app on each list that it ever was on, the best first. */
export async function listNewestRanks(sql: Sql, question: AppKey & ListFilter): Promise<WeeklyRank[]> {
  const { rows } = await sql.query<WeeklyRank>(
    `with ${WEEKLY}, newest as (select distinct on (category_id, chart, device) * from weekly order by category_id, chart, device, year_week desc)
     select ${RANK_COLUMNS}, ${IS_CURRENT} from newest weekly order by app_rank, category_id, chart, device`,
    toValues(question),
  );
  return rows;
}

function toValues({ platform, storefront, appId, categoryId, chart, device, type }: AppKey & ListFilter): unknown[] {
  return [platform, storefront, appId, categoryId ?? null, chart ?? null, device ?? null, type ?? null];
}

/** A position on a list as it was read last. */
export interface TopPosition {
  readonly appId: string;
  /** On the list that was asked for; of several lists together the order of the best positions. */
  readonly position: number;
  readonly categoryId: string;
  readonly categoryType: CategoryType;
  readonly categorySection: CategorySection;
  readonly parentCategoryId: string | null;
  /** On the list of this category. */
  readonly rank: number;
  /** There in the newest earlier week with a position on the same list. */
  readonly previousRank: number | null;
  readonly yearWeek: string;
  readonly scrapedAt: Date;
  readonly listUsd: number | null;
}

export interface TopQuestion extends Market {
  /** Left out: the free chart, or what else the category lists. */
  readonly chart: string | undefined;
  readonly freeChart: string;
  readonly device: 'phone' | 'tablet';
  /** ISO week, `YYYYWW`; the newest when left out. */
  readonly yearWeek?: string | undefined;
}

const TOP_COLUMNS = `app_id, category_id, category_type, category_section, parent_category_id, app_rank as rank, year_week, scraped_at,
  list_usd,
  (select earlier.app_rank from app_category_rankings earlier
   where earlier.platform = $1 and earlier.storefront = $2 and earlier.app_id = listed.app_id and earlier.category_id = listed.category_id
     and earlier.chart = listed.chart and earlier.device = listed.device and earlier.year_week < listed.year_week
   order by earlier.year_week desc limit 1) as previous_rank`;

/** A list as it was last read in a week, or ever; of a category with several lists its free chart, else the one that was read last. */
const NEWEST = `newest as (
    select chart, scraped_at from app_category_rankings
    where platform = $1 and storefront = $2 and category_id = $3 and device = $4 and ($5::text is null or chart = $5)
      and ($6::text is null or year_week = $6)
    order by (chart = $7) desc, scraped_at desc, chart limit 1
  )
  , listed as (
    select ranked.* from app_category_rankings ranked join newest using (chart, scraped_at)
    where platform = $1 and storefront = $2 and category_id = $3 and device = $4
  )`;

export const topOfCategory = defineList<TopPosition, TopQuestion & { readonly categoryId: string }>({
  with: NEWEST,
  columns: `${TOP_COLUMNS}, app_rank as position`,
  from: 'from listed',
  order: 'app_rank, app_id',
  values: ({ platform, storefront, categoryId, device, chart, yearWeek, freeChart }) => [
    platform,
    storefront,
    categoryId,
    device,
    chart,
    yearWeek,
    freeChart,
  ],
});

/** The best position of each app over all charts of a section, as they were last read. */
const BEST = `newest as (
    select category_id, chart, max(scraped_at) as scraped_at from app_category_rankings
    where platform = $1 and storefront = $2 and ($3::text is null or category_section = $3) and device = $4 and chart = $5
      and ($6::text is null or year_week = $6) and category_type = 'chart'
    group by category_id, chart
  ), best as (
    select distinct on (app_id) ranked.* from app_category_rankings ranked join newest using (category_id, chart, scraped_at)
    where platform = $1 and storefront = $2 and device = $4 order by app_id, app_rank, category_id, chart
  )`;

export async function listTopOfSection(
  sql: Sql,
  {
    limit,
    offset,
    ...question
  }: TopQuestion & { readonly section: CategorySection | undefined; readonly limit: number; readonly offset: number },
): Promise<TopPosition[]> {
  const { rows } = await sql.query<TopPosition>(
    `with ${BEST}, ordered as (
       select best.*, row_number() over (order by app_rank, rating_count desc nulls last, best.app_id) as position
       from best left join (select app_id, rating_count from apps where platform = $1 and storefront = $2) known on known.app_id = best.app_id
     )
     select ${TOP_COLUMNS}, position from ordered listed order by position limit $7 offset $8`,
    [...toSectionValues(question), limit, offset],
  );
  return rows;
}

export async function countTopOfSection(
  sql: Sql,
  question: TopQuestion & { readonly section: CategorySection | undefined },
): Promise<number> {
  const { rows } = await sql.query<{ total: number }>(`with ${BEST} select count(*) as total from best`, toSectionValues(question));
  return rows[0]?.total ?? 0;
}

function toSectionValues({
  platform,
  storefront,
  section,
  device,
  chart,
  yearWeek,
  freeChart,
}: TopQuestion & { readonly section: CategorySection | undefined }) {
  return [platform, storefront, section ?? null, device, chart ?? freeChart, yearWeek ?? null];
}
