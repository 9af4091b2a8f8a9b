import { z } from 'zod';
import type { ScraperQuota } from '../reports/get-scraper-quota.ts';
import type { FreeTierUse } from '../reports/list-free-tiers.ts';
import type { ServicePrice } from '#providers/services.ts';
import { sumUsd } from '#kernel/money.ts';

const TierBody = z
  .object({
    service: z.string(),
    unit: z.string(),
    period: z.enum(['day', 'month']),
    limit: z.int().nullable().meta({ description: 'Null: without limit' }),
    used: z.int(),
    remaining: z.int().nullable(),
    since: z.string(),
    resets_at: z.string().nullable(),
  })
  .meta({ id: 'FreeTier' });

const PriceBody = z
  .object({
    service: z.string(),
    rate_usd: z.number().nullable().meta({ description: 'Null: each operation has a price of its own' }),
    unit: z.string(),
  })
  .meta({ id: 'ServiceRate' });

export const FreeTiersResponse = z.object({
  success: z.boolean(),
  free_tiers: z.array(TierBody),
  rates: z.array(PriceBody).meta({ description: "Estimates. What is booked is the price in the provider's answer." }),
});

export function toFreeTiersBody(tiers: readonly FreeTierUse[], prices: readonly ServicePrice[]): z.input<typeof FreeTiersResponse> {
  return {
    success: true,
    free_tiers: tiers.map(({ service, unit, tier, used, since, resetsAt }) => ({
      service,
      unit,
      period: tier.period,
      limit: tier.limit,
      used,
      remaining: tier.limit === null ? null : Math.max(0, tier.limit - used),
      since: since.toISOString(),
      resets_at: resetsAt?.toISOString() ?? null,
    })),
    rates: prices.map(({ service, priceUsd, unit }) => ({ service, rate_usd: priceUsd, unit })),
  };
}

export const ScraperQuotaResponse = z.object({
  success: z.boolean(),
  quota: z.object({
    period: z.literal('month'),
    since: z.string(),
    resets_at: z.string().nullable(),
    limit: z.int().nullable().meta({ description: 'Null: there is none, because the service fetches pages itself.' }),
    used: z.int(),
    remaining: z.int().nullable(),
    cost_usd: z.number(),
    proxy_configured: z.boolean(),
    by_service: z.array(
      z.object({
        service: z.string(),
        requests: z.int(),
        total_cost: z.number(),
        total_cost_usd: z.number(),
        rate_usd: z.number().nullable(),
      }),
    ),
  }),
});

export function toScraperBody({ since, resetsAt, isConfigured, services }: ScraperQuota): z.input<typeof ScraperQuotaResponse> {
  return {
    success: true,
    quota: {
      period: 'month',
      since: since.toISOString(),
      resets_at: resetsAt?.toISOString() ?? null,
      limit: null,
      used: services.reduce((sum, { requests }) => sum + requests, 0),
      remaining: null,
      cost_usd: sumUsd(services.map(({ costUsd }) => costUsd)),
      proxy_configured: isConfigured,
      by_service: services.map(({ service, requests, costUsd, priceUsd }) => ({
        service,
        requests,
        total_cost: costUsd,
        total_cost_usd: costUsd,
        rate_usd: priceUsd,
      })),
    },
  };
}
