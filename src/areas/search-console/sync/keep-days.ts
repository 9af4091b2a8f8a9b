import { inBatches } from '#kernel/batching.ts';
import { toUtcText } from '#kernel/clock.ts';
import type { Dimension, PerformanceRequest, PerformanceRow } from '#providers/search-console/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { SourceKey } from '../binding/binding.ts';

/** A table of what Google counts, and what it is counted by. */
export interface Counted {
  readonly table: 'gsc_totals' | 'gsc_queries' | 'gsc_pages';
  readonly dimensions: readonly Dimension[];
  readonly aggregation: PerformanceRequest['aggregation'];
}

export interface TableOfDay {
  readonly counted: Counted;
  readonly rows: readonly PerformanceRow[];
}

export interface DayToKeep {
  readonly key: SourceKey;
  readonly day: string;
  readonly fetchedAt: Date;
  readonly tables: readonly TableOfDay[];
}

/** Resolves when the day is on the disk. */
export type DayKeeper = (day: DayToKeep) => Promise<void>;

/** A day of more rows is an insert of its own: writing it takes longer than its flush. */
const SMALL_DAY_ROWS = 5_000;

/**
 * Small days that wait go together: ClickHouse flushes each insert to the disk, which takes longer than reading such a
 * day. A later reading of a day replaces the earlier one.
 * @param daysMax days of one insert
 */
export function makeDayKeeper(clickhouse: Pick<ClickHouse, 'insertLines'>, daysMax: number): DayKeeper {
  const keepTogether = inBatches<DayToKeep, void>(async (days) => {
    await insertDays(clickhouse, days);
    return days.map(() => undefined);
  }, daysMax);
  return (day) => (day.tables.some(({ rows }) => rows.length > SMALL_DAY_ROWS) ? insertDays(clickhouse, [day]) : keepTogether(day));
}

/** One insert for each table. */
async function insertDays(clickhouse: Pick<ClickHouse, 'insertLines'>, days: readonly DayToKeep[]): Promise<void> {
  const parts = days.flatMap((day) => day.tables.map((table) => ({ day, ...table })));
  await Promise.all(
    Array.from(
      Map.groupBy(parts, ({ counted }) => counted.table),
      ([table, those]) => {
        const lines = those.map(({ day, counted, rows }) => toLines(day, counted.dimensions, rows));
        return clickhouse.insertLines(table, lines.join('\n'), [table, ...those.map(({ day }) => toToken(day))].join(' '));
      },
    ),
  );
}

/** One without rows is a row without impressions. */
function toLines({ key, day, fetchedAt }: DayToKeep, names: readonly Dimension[], rows: readonly PerformanceRow[]): string {
  const common = { property_id: key.propertyId, type: key.type, day, fetched_at: toUtcText(fetchedAt) };
  if (rows.length === 0) return JSON.stringify(common);
  const lines = rows.map(({ keys, clicks, impressions, position }) => {
    const values = names.flatMap((name, at) => (name === 'date' ? [] : [[name, toValue(name, keys[at] ?? '')] as const]));
    return JSON.stringify({ ...common, ...Object.fromEntries(values), clicks, impressions, position_sum: position * impressions });
  });
  return lines.join('\n');
}

function toToken({ key, day, fetchedAt }: DayToKeep): string {
  return [key.propertyId, key.type, day, fetchedAt.toISOString()].join(' ');
}

function toValue(name: Dimension, value: string): string {
  return name === 'country' || name === 'device' ? value.toLowerCase() : value;
}
