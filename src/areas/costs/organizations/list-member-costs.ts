import type { AppContext } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import type { Page } from '#kernel/lists.ts';
import { toMicros, toUsd } from '#kernel/money.ts';
import { toSpendSpan, type AskedSpan, type Span } from '../spending/span.ts';
import { listCauseCosts, type CauseCosts } from '../store/causes.ts';
import { getTotals } from '../store/reads.ts';
import { listVisibleProjects, readIn, type CostReader } from '../visible-costs.ts';

const DAYS_DEFAULT = 30;

export interface MemberCosts {
  readonly causes: readonly CauseCosts[];
  readonly total: number;
  readonly span: Span;
  readonly costUsd: number;
  /** Of it what no person and no key caused: schedules, and what was spent before causes were kept. */
  readonly othersUsd: number;
}

/**
 * Who caused what the projects of an organization paid for, most expensive first: people, and keys that are no
 * person's. What no project pays for is left out.
 * @throws AppError `Organization not found`; 400 when the span ends before it begins
 */
export async function listMemberCosts(
  ctx: CostReader & Pick<AppContext, 'clock'>,
  organizationId: string,
  input: AskedSpan & Page,
): Promise<MemberCosts> {
  const reader = await readIn(ctx, organizationId);
  const now = ctx.clock.now();
  const asked = toSpendSpan(input, now);
  const since = asked.since ?? new Date((asked.until ?? now).getTime() - DAYS_DEFAULT * DAY_MS);
  const filter = { since, until: asked.until, projectIds: await listVisibleProjects(reader) };
  const [{ causes, total, costUsd }, totals] = await Promise.all([
    listCauseCosts(ctx.postgres, { ...filter, organizationId }, input),
    getTotals(ctx.postgres, filter),
  ]);
  const othersUsd = toUsd(Math.max(0, toMicros(totals.costUsd) - toMicros(costUsd)));
  return { causes, total, span: { since, until: asked.until }, costUsd: totals.costUsd, othersUsd };
}
