import type { AppContext } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { deleteWindowsBefore } from './store/budgets.ts';

/** How long counters of budgets are kept. */
const KEPT_DAYS = 90;

/** Removes counters of budgets that were not changed for 90 days. @returns how many were removed */
export async function pruneBudgetWindows(ctx: Pick<AppContext, 'postgres' | 'clock'>): Promise<number> {
  return await deleteWindowsBefore(ctx.postgres, new Date(ctx.clock.realNow() - KEPT_DAYS * DAY_MS));
}
