import { describeLimits, type BudgetLimits } from '#areas/costs/index.ts';
import type { Config } from '#config';
import { callService, findKey, RefusedError } from '../remote/call-service.ts';
import { absent, ok, warning, type Finding } from './finding.ts';
import { readHealth } from './machine.ts';

const SPENDING = 'spending';
const KEYS = 'API keys';
const OWNER = 'owner';

/** What the running service may spend, how many keys see more than a customer should, and whether it has an owner. */
export async function checkLimits(config: Config): Promise<Finding[]> {
  if ((await readHealth(new URL(config.serviceUrl).origin)) === undefined) return notSeen('the service does not answer');
  try {
    const place = { url: config.serviceUrl, key: await findKey(config) };
    const { budgets } = (await callService({ method: 'GET', path: '/api/admin/config' }, place)) as { budgets: BudgetLimits };
    const keys = await callService({ method: 'GET', path: '/api/admin/api-keys', query: { limit: '1' } }, place);
    const { needed } = (await callService({ method: 'GET', path: '/api/setup' }, place)) as { needed: boolean };
    return [describeSpending(budgets), describeKeys((keys as { unbound_keys: number }).unbound_keys), describeOwner(needed)];
  } catch (error) {
    return notSeen(error instanceof RefusedError ? 'the service refuses the admin key' : 'the admin key cannot be read');
  }
}

function notSeen(reason: string): Finding[] {
  return [SPENDING, KEYS, OWNER].map((subject) => absent(subject, `not looked at: ${reason}`));
}

function describeSpending(budgets: BudgetLimits): Finding {
  const limits = describeLimits(budgets).join('; ');
  if (budgets.daily_usd !== null) return ok(SPENDING, limits);
  const others = limits === '' ? '' : `; ${limits}`;
  return warning(SPENDING, `no limit on what may be spent in a day${others}`, 'Set budgets.daily_usd with PUT /api/admin/config.');
}

function describeKeys(unbound: number): Finding {
  if (unbound === 0) return ok(KEYS, 'every key without the scope admin is bound to an organization or project');
  const text = `${unbound} without the scope admin see${unbound === 1 ? 's' : ''} every organization`;
  return warning(KEYS, text, 'Give customers keys of their own with --organization or --project, and revoke the others.');
}

function describeOwner(isMissing: boolean): Finding {
  if (!isMissing) return ok(OWNER, 'the console has an owner');
  return absent(OWNER, 'the console has no owner yet', 'Open the link that this prints: sightline users setup-link');
}
