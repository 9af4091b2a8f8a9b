import { statfs } from 'node:fs/promises';
import type { Config } from '#config';
import type { RequestContext } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { findProcessProblem } from '#workflows/process-store.ts';
import { hasLlm } from './app-settings.ts';
import { checkProvider } from './check-provider.ts';

const CACHED_MS = 1000;
const CHECK_TIMEOUT_MS = 2000;
/** Signs of life are written every two seconds; one that waits this long is stuck. */
const BEAT_AGE_MS_MAX = 15_000;
/** For so long after a write that found no room the service is degraded. */
const DISK_FULL_MS = 60_000;
/** Four segments of PostgreSQL's write-ahead log. */
const FREE_BYTES_MIN = 64 * 1024 ** 2;
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

type HealthContext = Pick<RequestContext, 'postgres' | 'clickhouse' | 'outbox' | 'workflows' | 'searchData' | 'config' | 'clock'>;

/** The last answer per service of this process: the stores are checked at most once a second. */
const answers = new WeakMap<object, { readonly health: Promise<Health>; endedAt?: number }>();

/** How the service is, at most a second old; concurrent requests wait for one check. */
export function getHealth(ctx: HealthContext): Promise<Health> {
  const last = answers.get(ctx.postgres);
  if (last && (last.endedAt === undefined || ctx.clock.realNow() - last.endedAt < CACHED_MS)) return last.health;
  const health = checkHealth(ctx);
  const answer: { readonly health: Promise<Health>; endedAt?: number } = { health };
  const end = (): void => {
    answer.endedAt = ctx.clock.realNow();
  };
  health.then(end, end);
  answers.set(ctx.postgres, answer);
  return health;
}

async function checkHealth(ctx: HealthContext): Promise<Health> {
  const [postgres, clickhouse, workflows, provider] = await Promise.all([
    check(() => checkPostgres(ctx)),
    check(() => checkAnalytics(ctx)),
    check(() => checkWorkflows(ctx)),
    checkProvider(ctx),
  ]);
  const checks = { postgres, clickhouse, workflows, provider, llm: describeLlm(ctx) };
  return { status: toStatus(checks), checks };
}

/**
 * Without PostgreSQL or workflows nothing works. Without ClickHouse rows wait in the outbox and only
 * history is missing; without the provider nothing new is measured; without a worker work waits. What is
 * not configured is not ill.
 */
function toStatus({ postgres, workflows, ...others }: Health['checks']): Health['status'] {
  if (postgres.status === 'down' || workflows.status === 'down') return 'down';
  const isWell = Object.values(others).every(({ status }) => status === 'ok' || status === 'not_configured');
  return isWell && postgres.status === 'ok' && workflows.status === 'ok' ? 'ok' : 'degraded';
}

/**
 * A full disk still reads, and takes what fits into pages that are there: so the newest writes show it, those of the sign of
 * life and those that failed, and for an embedded server the disk itself.
 */
async function checkPostgres({ postgres, workflows, config }: HealthContext): Promise<string | undefined> {
  const [isFull] = await Promise.all([config.databaseUrl === undefined && isDiskFull(config), postgres.query('select 1')]);
  if (isFull || postgres.getDiskFullAgeMs() < DISK_FULL_MS) return WRITE_PROBLEMS.disk_full;
  const { ageMs, problem } = workflows.getHeartbeat();
  if (problem !== undefined) return WRITE_PROBLEMS[problem];
  return ageMs > BEAT_AGE_MS_MAX ? `this process last wrote ${Math.round(ageMs / 1000)} s ago` : undefined;
}

const WRITE_PROBLEMS = {
  disk_full: 'no space left on its disk',
  exhausted: 'takes no writes: no memory or connections left',
  away: 'the last write failed: the connection broke',
  other: 'takes no writes; the log says why',
};

/** Without a worker work is accepted and waits, and so does what a silent process holds. */
async function checkWorkflows({ workflows, postgres }: HealthContext): Promise<string | undefined> {
  const [problem] = await Promise.all([findProcessProblem(postgres), workflows.list({ limit: 1, offset: 0 })]);
  return problem;
}

/** Of the embedded stores. The stores themselves report a folder that cannot be read. */
async function isDiskFull({ dataDir }: Pick<Config, 'dataDir'>): Promise<boolean> {
  return await statfs(dataDir).then(
    ({ bavail, bsize }) => bavail * bsize < FREE_BYTES_MIN,
    () => false,
  );
}

async function checkAnalytics({ clickhouse, outbox, config }: HealthContext): Promise<string | undefined> {
  const isFull = config.clickhouseUrl === undefined && (await isDiskFull(config));
  const [, waiting] = await Promise.all([clickhouse.ping(), outbox.countPending()]);
  if (isFull) return WRITE_PROBLEMS.disk_full;
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
    // `/health` needs no key, and messages of stores can name hosts and users.
    const isTimeout = messageOf(error).startsWith('no answer within');
    return { status: 'down', detail: isTimeout ? messageOf(error) : 'does not answer' };
  } finally {
    clearTimeout(timer);
  }
}

function describeLlm({ config }: HealthContext): HealthCheck {
  return hasLlm(config)
    ? { status: 'ok', detail: 'configured; not asked' }
    : { status: 'not_configured', detail: 'set LLM_BASE_URL and LLM_MODEL' };
}
