import { statusCodes } from './codes.ts';
import { roundUsd } from './envelope.ts';
import { ACCOUNT_PER_MINUTE } from './limits.ts';
import { PRICES, type PriceMode } from './prices.ts';
import type { FieldRules } from './fields.ts';
import { invalidField, ok, refused, type TaskAnswer } from './answer.ts';
import type { ProviderRoute, ProviderTools } from './route.ts';
import { textOf } from './search-request.ts';
import { isQueued } from './tasks.ts';

const DEPOSIT_USD = 1_000;

const RESENT_MAX = 100;
const resendFields: FieldRules = { fields: { id: { type: 'text' } }, required: ['id'], requireOneOf: [] };

/** The account, the state of the service, its error codes, and webhooks sent again. */
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
  {
    method: 'POST',
    path: '/v3/appendix/webhook_resend',
    kind: 'utility',
    tasksMax: RESENT_MAX,
    fields: resendFields,
    answer: (tools, task) => resend(tools, textOf(task, 'id') ?? ''),
  },
];

/** Free: the work was paid for when the task was posted. */
function resend(tools: ProviderTools, id: string): TaskAnswer {
  const task = tools.tasks.find(id);
  if (!isQueued(task)) return refused(40_401);
  const code = tools.queue.statusOf(task);
  if (code === 40_601 || code === 40_602) return refused(code);
  return tools.queue.resend(task) ? ok(null) : invalidField('id');
}

function userData(tools: ProviderTools): Record<string, unknown> {
  const price = (mode: PriceMode): unknown => [{ cost_type: 'per_result', cost: PRICES.serpOrganic[mode] }];
  return {
    login: 'sandbox',
    timezone: 'Etc/UTC',
    rates: { limits: { minute: { total: ACCOUNT_PER_MINUTE } }, statistics: null },
    money: { total: DEPOSIT_USD, balance: roundUsd(DEPOSIT_USD - tools.spentUsd()), limits: null, statistics: null },
    price: {
      serp: {
        live: { priority_normal: price('live') },
        task_post: { priority_normal: price('standard'), priority_high: price('priority') },
      },
    },
    backlinks_subscription_expiry_date: null,
    llm_mentions_subscription_expiry_date: null,
  };
}
