import { getProject } from '#areas/projects/index.ts';
import type { Estimate } from '#areas/costs/index.ts';
import type { RequestContext } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { sumUsd } from '#kernel/money.ts';
import { CHECKS_A_MONTH, estimateCheckUsd, type PricedCheck } from '../tracking/check-price.ts';
import type { CheckInterval } from '../tracking/due-time.ts';
import { toChanged, type Tracking } from './changes.ts';
import { assertTags, listUnknown, selectTracking, toKeywordIds, type KeywordsEdit } from './edit-keywords.ts';

/** What an edit would change of the costs, without making it. All amounts are the most that it can be. */
export interface EditEstimate {
  /** Nothing is checked by an edit: no call and no cost now. A month costs so much more, or less. */
  readonly estimate: Required<Estimate>;
  readonly keywords: number;
  readonly unknown: readonly string[];
  /** Cost of the keywords in 30 days. */
  readonly monthlyBeforeUsd: number;
  readonly monthlyAfterUsd: number;
  /** By how much the present month, in UTC, ends higher or lower. */
  readonly monthEndChangeUsd: number;
}

/**
 * Prices an edit: of each keyword the checks until the month ends and in 30 days, before and after. Checks that
 * other projects share are counted whole.
 * @throws AppError as `editKeywords`
 */
export async function estimateEdit(
  ctx: Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'searchData'>,
  { selection, changes }: KeywordsEdit,
): Promise<EditEstimate> {
  const project = await getProject(ctx, selection.projectId);
  const rows = await selectTracking(ctx.postgres, selection, { isLocked: false });
  await assertTags(ctx.postgres, project.id, changes);
  const now = ctx.clock.now();
  const isChecked = project.status === 'active';
  const { loadsAiOverviews: loadsOverview } = project.settings;
  const toPrice = (row: Tracking) => priceChecks(ctx, { ...row, loadsOverview }, { now, isChecked });
  const before = rows.map(toPrice);
  const after = rows.map((row) => toPrice(toChanged(row, changes, { now, timeZone: project.timeZone })));
  const keywordIds = toKeywordIds(rows);
  const monthlyBeforeUsd = sumUsd(before.map(({ monthlyUsd }) => monthlyUsd));
  const monthlyAfterUsd = sumUsd(after.map(({ monthlyUsd }) => monthlyUsd));
  return {
    estimate: { calls: 0, costUsd: 0, monthlyCostUsd: sumUsd([monthlyAfterUsd, -monthlyBeforeUsd]) },
    keywords: keywordIds.length,
    unknown: listUnknown(selection, keywordIds),
    monthlyBeforeUsd,
    monthlyAfterUsd,
    monthEndChangeUsd: sumUsd([...after.map(({ monthEndUsd }) => monthEndUsd), ...before.map(({ monthEndUsd }) => -monthEndUsd)]),
  };
}

function priceChecks(
  { searchData }: Pick<RequestContext, 'searchData'>,
  row: Tracking & Pick<PricedCheck, 'loadsOverview'>,
  { now, isChecked }: { readonly now: Date; readonly isChecked: boolean },
): { readonly monthlyUsd: number; readonly monthEndUsd: number } {
  if (!isChecked || row.status === 'untracked' || row.status === 'paused') return { monthlyUsd: 0, monthEndUsd: 0 };
  const checkUsd = estimateCheckUsd(searchData, row);
  return { monthlyUsd: checkUsd * CHECKS_A_MONTH[row.checkInterval], monthEndUsd: checkUsd * countChecksThisMonth(row, now) };
}

/** Days between two checks; no second one is in the same month. */
const INTERVAL_DAYS: Readonly<Record<CheckInterval, number>> = { daily: 1, weekly: 7, monthly: 31, manual: 31 };

/** How many checks are still due before the month ends. What is overdue is checked today. */
function countChecksThisMonth({ nextCheck, checkInterval }: Tracking, now: Date): number {
  if (nextCheck === null) return 0;
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  const first = Math.max(nextCheck.getTime(), now.getTime());
  return first >= end ? 0 : 1 + Math.floor((end - 1 - first) / (INTERVAL_DAYS[checkInterval] * DAY_MS));
}
