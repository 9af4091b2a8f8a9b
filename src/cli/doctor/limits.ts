import { describeLimits, type BudgetLimits } from '#areas/costs/index.ts';
import type { Config } from '#config';
import { callService, findKey, RefusedError, type ServiceAddress } from '../remote/call-service.ts';
import { absent, ok, warning, type Finding } from './finding.ts';
import { readHealth } from './machine.ts';
import { formatPlural } from '#kernel/text.ts';

const SPENDING = 'spending';
const KEYS = 'API keys';
const OWNER = 'owner';
const CRAWLS = 'store crawls';

/** What the running service may spend, what its crawls of whole stores cost, how many keys see more than a customer should, and whether it has an owner. */
export async function checkLimits(config: Config): Promise<Finding[]> {
  if ((await readHealth(new URL(config.serviceUrl).origin)) === undefined) return notSeen('the service does not answer');
  try {
    const address = { url: config.serviceUrl, key: await findKey(config) };
    const { budgets } = (await callService({ method: 'GET', path: '/api/admin/config' }, address)) as { budgets: BudgetLimits };
    const keys = await callService({ method: 'GET', path: '/api/admin/api-keys', query: { limit: '1' } }, address);
    const { needed } = (await callService({ method: 'GET', path: '/api/setup' }, address)) as { needed: boolean };
    const crawls = describeCrawls(await listCrawls(address));
    return [describeSpending(budgets), crawls, describeKeys((keys as { unbound_keys: number }).unbound_keys), describeOwner(needed)];
  } catch (error) {
    return notSeen(error instanceof RefusedError ? 'the service refuses the admin key' : 'the admin key cannot be read');
  }
}

function notSeen(reason: string): Finding[] {
  return [SPENDING, CRAWLS, KEYS, OWNER].map((subject) => absent(subject, `not looked at: ${reason}`));
}

function describeSpending(budgets: BudgetLimits): Finding {
  const limits = describeLimits(budgets).join('; ');
  if (budgets.daily_usd !== null) return ok(SPENDING, limits);
  const others = limits === '' ? '' : `; ${limits}`;
  return warning(SPENDING, `no limit on what may be spent in a day${others}`, 'Set budgets.daily_usd with PUT /api/admin/config.');
}

interface Crawl {
  readonly store: string;
  readonly schedule: string | null;
  readonly costUsd: number;
}

/** The jobs that crawl a store, each with the price of one run. */
async function listCrawls(address: ServiceAddress): Promise<Crawl[]> {
  const { jobs } = (await callService({ method: 'GET', path: '/api/jobs', query: { limit: JOBS_MAX } }, address)) as { jobs: ListedJob[] };
  const crawls: Crawl[] = [];
  for (const { id, type, cron_schedule: cron, is_enabled: isEnabled, config } of jobs) {
    if (type !== CRAWL_TYPE) continue;
    const job = await callService({ method: 'GET', path: `/api/jobs/${encodeURIComponent(id)}` }, address);
    const { estimate } = job as { estimate: { cost_usd: number } };
    crawls.push({ store: config.platform ?? id, schedule: isEnabled ? cron : null, costUsd: estimate.cost_usd });
  }
  return crawls;
}

interface ListedJob {
  readonly id: string;
  readonly type: string;
  readonly cron_schedule: string | null;
  readonly is_enabled: boolean;
  readonly config: { readonly platform?: string | null };
}

const CRAWL_TYPE = 'admin_catalog_refresh';
const JOBS_MAX = '500';

function describeCrawls(crawls: readonly Crawl[]): Finding {
  if (crawls.length === 0) return absent(CRAWLS, 'no job crawls a store');
  const text = crawls.map(({ store, schedule, costUsd }) => {
    const price = costUsd === 0 ? 'free' : `at most ${costUsd.toFixed(2)} USD`;
    return `${store}: ${schedule === null ? 'off' : `on (${schedule} UTC)`}, one crawl ${price}`;
  });
  return ok(CRAWLS, text.join('; '));
}

function describeKeys(unbound: number): Finding {
  if (unbound === 0) return ok(KEYS, 'every key without the scope admin is bound to an organization or project');
  const text = `${formatPlural(unbound, 'without the scope admin sees', 'without the scope admin see')} every organization`;
  return warning(KEYS, text, 'Give customers keys of their own with --organization or --project, and revoke the others.');
}

function describeOwner(isMissing: boolean): Finding {
  if (!isMissing) return ok(OWNER, 'the console has an owner');
  return absent(OWNER, 'the console has no owner yet', 'Open the link that this prints: sightline users setup-link');
}
