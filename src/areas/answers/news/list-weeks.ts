import type { ClickHouse } from '#stores/clickhouse/types.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { addDays } from '#kernel/days.ts';
import { WEEK_DAYS } from '#kernel/weeks.ts';
import { listCounts, type CountRow } from '../rates/analytics.ts';
import { readWatched, toCounted } from '../rates/get-summary.ts';
import { judgeChanges, summarize, type Changes, type Summary } from '../rates/summarize.ts';
import { listPendingWeeks } from '../store/samples.ts';

/** A whole week of one surface, beside the one before it. */
export interface AnswerWeek {
  readonly surface: string;
  /** Its Monday. */
  readonly week: string;
  readonly summary: Summary;
  readonly before: Summary;
  readonly changes: Changes;
  /** Planned answers of the week, or of the one before, that are still to come: what it says may change. */
  readonly isComplete: boolean;
}

/** Weeks of a project that end on these days or between them, by surface, oldest first: those with a sample in the week and in the one before. */
export async function listAnswerWeeks(
  { postgres, clickhouse }: { readonly postgres: Postgres; readonly clickhouse: ClickHouse },
  { projectId, from, to }: { readonly projectId: string; readonly from: string; readonly to: string },
): Promise<AnswerWeek[]> {
  const span = { projectId, from: addDays(from, -2 * WEEK_DAYS), to: addDays(to, -WEEK_DAYS) };
  const { brands, branded } = await readWatched({ postgres }, projectId);
  const [rows, pending] = await Promise.all([
    listCounts(clickhouse, span, toCounted(brands)),
    listPendingWeeks(postgres, projectId, span.from, span.to),
  ]);
  const weeks = Map.groupBy(rows, ({ surface, period }) => toKey(surface, period));
  return [...weeks.values()].flatMap((some) => {
    const { surface, period: week } = some[0] as CountRow;
    const previous = addDays(week, -WEEK_DAYS);
    const earlier = weeks.get(toKey(surface, previous));
    if (earlier === undefined || addDays(week, WEEK_DAYS) < from) return [];
    const [summary, before] = [summarize(some, branded), summarize(earlier, branded)];
    const isComplete = !pending.has(week) && !pending.has(previous);
    return [{ surface, week, summary, before, changes: judgeChanges(earlier, some), isComplete }];
  });
}

function toKey(surface: string, week: string): string {
  return `${surface} ${week}`;
}
