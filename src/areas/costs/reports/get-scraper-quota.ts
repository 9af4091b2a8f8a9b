import type { AppContext } from '#context';
import { SCRAPERS } from '#providers/page-fetch/services.ts';
import { endOf, startOf } from '../periods.ts';
import { listServiceCosts, type ServiceCosts } from '../store/reads.ts';
import { listVisibleProjects, type CostReader } from '../visible-costs.ts';

export interface ScraperQuota {
  /** The month in UTC. */
  readonly since: Date;
  readonly resetsAt: Date | undefined;
  /** Whether pages are fetched through a proxy. */
  readonly isConfigured: boolean;
  readonly services: readonly (ServiceCosts & { readonly priceUsd: number | null })[];
}

/** Page-fetch usage this month. Pages are fetched by the service itself, so there is no quota. */
export async function getScraperQuota(ctx: CostReader & Pick<AppContext, 'clock' | 'config'>): Promise<ScraperQuota> {
  const now = ctx.clock.now();
  const since = startOf('month', now);
  const costs = await listServiceCosts(ctx.postgres, { since, projectIds: await listVisibleProjects(ctx) });
  const services = SCRAPERS.map(({ service, priceUsd }) => {
    const used = costs.find((cost) => cost.service === service);
    return { service, priceUsd, costUsd: used?.costUsd ?? 0, requests: used?.requests ?? 0 };
  });
  return { since, resetsAt: endOf('month', now), isConfigured: ctx.config.scraperProxyUrl !== undefined, services };
}
