import { statusCodes } from './codes.ts';
import { roundUsd } from './envelope.ts';
import { ACCOUNT_PER_MINUTE } from './limits.ts';
import { PRICES } from './prices.ts';
import { ok, type ProviderRoute, type ProviderTools } from './route.ts';

const DEPOSIT_USD = 1_000;

/** The account, the state of the service and its error codes. */
export const appendixRoutes: readonly ProviderRoute[] = [
  { method: 'GET', path: '/v3/appendix/user_data', kind: 'reference', perMinute: 6, answer: (tools) => ok([userData(tools)]) },
  {
    method: 'GET',
    path: '/v3/appendix/errors',
    kind: 'reference',
    perMinute: 10,
    answer: () => ok([...statusCodes.values()].map(({ code, message }) => ({ code, message }))),
  },
  {
    method: 'GET',
    path: '/v3/appendix/status',
    kind: 'reference',
    perMinute: 10,
    answer: () => ok([{ api: 'serp', status: 'ok', endpoints: [{ endpoint: '/v3/serp/google/organic/live/advanced', status: 'ok' }] }]),
  },
];

function userData(tools: ProviderTools): Record<string, unknown> {
  const live = [{ cost_type: 'per_result', cost: PRICES.serpOrganicLive }];
  return {
    login: 'sandbox',
    timezone: 'Etc/UTC',
    rates: { limits: { minute: { total: ACCOUNT_PER_MINUTE } }, statistics: null },
    money: { total: DEPOSIT_USD, balance: roundUsd(DEPOSIT_USD - tools.spentUsd()), limits: null, statistics: null },
    price: { serp: { live: { priority_normal: live } } },
    backlinks_subscription_expiry_date: null,
    llm_mentions_subscription_expiry_date: null,
  };
}
