import type { AppContext } from '#context';
import type { FreeTier, ServicePrice } from '#providers/services.ts';
import { endOf, startOf } from '../periods.ts';
import { listServiceCosts } from '../store/reads.ts';
import { listVisibleProjects, type CostReader } from '../visible-costs.ts';

export type { ServicePrice } from '#providers/services.ts';

export interface FreeTierUse {
  readonly service: string;
  readonly unit: string;
  readonly tier: FreeTier;
  /** Requests in the current period. */
  readonly used: number;
  readonly since: Date;
  readonly resetsAt: Date | undefined;
}

/** How much of the free tiers of services is used. */
export async function listFreeTiers(
  ctx: CostReader & Pick<AppContext, 'clock'>,
  services: readonly ServicePrice[],
): Promise<FreeTierUse[]> {
  const now = ctx.clock.now();
  const projectIds = await listVisibleProjects(ctx);
  const [day, month] = await Promise.all(
    (['day', 'month'] as const).map((period) => listServiceCosts(ctx.postgres, { since: startOf(period, now), projectIds })),
  );
  const used = { day: day ?? [], month: month ?? [] };
  return services.flatMap(({ service, unit, free }) => {
    if (free === undefined) return [];
    const requests = used[free.period].find((costs) => costs.service === service)?.requests ?? 0;
    return [{ service, unit, tier: free, used: requests, since: startOf(free.period, now), resetsAt: endOf(free.period, now) }];
  });
}
