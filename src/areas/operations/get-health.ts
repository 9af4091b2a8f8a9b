import type { RequestContext } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { countProcesses } from '#workflows/process-store.ts';
import { hasLlm, hasProvider } from './app-settings.ts';

const CACHED_MS = 1000;
const CHECK_TIMEOUT_MS = 2000;
/** So many rows waiting for ClickHouse are no longer a moment's backlog. */
const BACKLOG_ROWS = 1_000_000;

export type CheckStatus = 'ok' | 'degraded' | 'down' | 'not_configured';

export interface HealthCheck {
  readonly status: CheckStatus;
  readonly latencyMs?: number;
  readonly detail?: string;
}

export const CHECK_NAMES = ['postgres', 'clickhouse', 'workflows', 'provider', 'llm'] as const;

export interface Health {
  readonly status: 'ok' | 'degraded' | 'down';
  readonly checks: Readonly<Record<(typeof CHECK_NAMES)[number], HealthCheck>>;
}

type HealthContext = Pick<RequestContext, 'postgres' | 'clickhouse' | 'outbox' | 'workflows' | 'config' | 'clock'>;

/** The last answer per service of this process: however often somebody asks, the stores are asked once a second. */
const answers = new WeakMap<object, { readonly at: number; readonly health: Promise<Health> }>();

/** How the service is (decisions, section 4), at most a second old. */
export function getHealth(ctx: HealthContext): Promise<Health> {
  const now = ctx.clock.realNow();
  const last = answers.get(ctx.postgres);
  if (last && now - last.at < CACHED_MS) return last.health;
  const health = checkHealth(ctx);
  answers.set(ctx.postgres, { at: now, health });
  return health;
}

async function checkHealth(ctx: HealthContext): Promise<Health> {
  const [postgres, clickhouse, workflows] = await Promise.all([
    check(() => ctx.postgres.query('select 1')),
    check(() => checkAnalytics(ctx)),
    check(() => checkWorkflows(ctx)),
  ]);
  return {
    status: toStatus({ postgres, clickhouse, workflows }),
    checks: { postgres, clickhouse, workflows, provider: describeProvider(ctx), llm: describeLlm(ctx) },
  };
}

/**
 * Without PostgreSQL or workflows nothing works. Without ClickHouse rows wait in the outbox and only
 * history is missing; without a worker work waits. What is not configured is not ill.
 */
function toStatus({ postgres, clickhouse, workflows }: Record<'postgres' | 'clickhouse' | 'workflows', HealthCheck>): Health['status'] {
  if (postgres.status === 'down' || workflows.status === 'down') return 'down';
  return clickhouse.status === 'ok' && workflows.status === 'ok' ? 'ok' : 'degraded';
}

/** Without a worker work is accepted and waits. */
async function checkWorkflows({ workflows, postgres }: HealthContext): Promise<string | undefined> {
  const [{ working }] = await Promise.all([countProcesses(postgres), workflows.list({ limit: 1, offset: 0 })]);
  return working === 0 ? 'no worker is alive: work waits in its queues' : undefined;
}

async function checkAnalytics({ clickhouse, outbox }: HealthContext): Promise<string | undefined> {
  const [, waiting] = await Promise.all([clickhouse.ping(), outbox.countPending()]);
  return waiting > BACKLOG_ROWS ? `${waiting} rows wait to be shipped` : undefined;
}

/** @param ask resolves to what is degraded, if anything */
async function check(ask: () => Promise<unknown>): Promise<HealthCheck> {
  const startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  try {
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${CHECK_TIMEOUT_MS} ms`)), CHECK_TIMEOUT_MS);
    });
    const complaint = await Promise.race([ask(), timeout]);
    const latencyMs = Math.round((performance.now() - startedAt) * 10) / 10;
    return typeof complaint === 'string' ? { status: 'degraded', latencyMs, detail: complaint } : { status: 'ok', latencyMs };
  } catch (error) {
    // `/health` is open to everybody, and messages of stores can name hosts and users.
    const isTimeout = messageOf(error).startsWith('no answer within');
    return { status: 'down', detail: isTimeout ? messageOf(error) : 'does not answer' };
  } finally {
    clearTimeout(timer);
  }
}

function describeProvider({ config }: HealthContext): HealthCheck {
  if (config.sandbox !== undefined) return { status: 'ok', detail: 'sandbox: every outside source is simulated' };
  return hasProvider(config) ? { status: 'ok' } : { status: 'not_configured', detail: 'set DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD' };
}

function describeLlm({ config }: HealthContext): HealthCheck {
  return hasLlm(config) ? { status: 'ok' } : { status: 'not_configured', detail: 'set LLM_BASE_URL and LLM_MODEL' };
}
