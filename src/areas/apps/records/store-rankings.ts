import type { AppContext } from '#context';
import { toDay, toUtcText } from '#kernel/clock.ts';
import { toWeekKey } from '#kernel/weeks.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { CategorySection, CategoryType } from '../catalogue/category.ts';
import type { Market } from './market.ts';
import { upsertRankings, type RankingRow } from './store/rankings.ts';

/** A list of a store as it was read: a chart of a category, or the apps of an editorial page. */
export interface RankedList {
  readonly categoryId: string;
  /** `top-free`, `topselling_free` and the like; of an editorial list its category type. */
  readonly chart: string;
  readonly device: 'phone' | 'tablet';
  readonly categoryType: CategoryType;
  readonly categorySection: CategorySection;
  readonly parentCategoryId: string | null;
  /** What the store calls the list. */
  readonly shelfName?: string;
  /** What reading the whole list cost in USD; it was free unless given. */
  readonly listUsd?: number | undefined;
  /** Positions count from 1. */
  readonly ranks: readonly { readonly appId: string; readonly rank: number }[];
}

/**
 * Writes the positions of lists: one row a week in PostgreSQL, which has the newest position of the week, and one a reading
 * in ClickHouse. An app that is on a list several times has its best position.
 * @returns how many positions were written
 */
export async function storeRankings(
  tx: Sql,
  { outbox }: Pick<AppContext, 'outbox'>,
  { platform, storefront, lists, now }: Market & { readonly lists: readonly RankedList[]; readonly now: Date },
): Promise<number> {
  const rows = new Map<string, RankingRow>();
  const names = new Map<string, string>();
  const yearWeek = toWeekKey(toDay(now));
  for (const { ranks, shelfName = '', ...list } of lists) {
    for (const { appId, rank } of ranks) {
      const key = [list.categoryId, list.chart, list.device, appId].join('\n');
      const known = rows.get(key);
      if (known !== undefined && Number(known.app_rank) <= rank) continue;
      names.set(key, shelfName);
      rows.set(key, {
        platform,
        storefront,
        category_id: list.categoryId,
        chart: list.chart,
        device: list.device,
        app_id: appId,
        year_week: yearWeek,
        app_rank: rank,
        parent_category_id: list.parentCategoryId,
        category_type: list.categoryType,
        category_section: list.categorySection,
        scraped_at: now,
        list_usd: list.listUsd ?? 0,
      });
    }
  }
  // One order for all writers: two crawls at once must not wait for each other.
  const sorted = [...rows].toSorted(([left], [right]) => (left < right ? -1 : 1));
  await upsertRankings(
    tx,
    sorted.map(([, row]) => row),
  );
  await outbox.append(
    tx,
    'app_analytics',
    sorted.map(([key, row]) => toLine(row, { shelfName: names.get(key) ?? '', capturedAt: toUtcText(now) })),
  );
  return rows.size;
}

function toLine(row: RankingRow, { shelfName, capturedAt }: { readonly shelfName: string; readonly capturedAt: string }): object {
  const { app_id, platform, storefront, category_id, chart, device, app_rank } = row;
  return { app_id, platform, storefront, category_id, chart, device, rank: app_rank, shelf_name: shelfName, captured_at: capturedAt };
}
