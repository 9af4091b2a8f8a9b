import { statfs } from 'node:fs/promises';
import type { Health, HealthCheck } from '#area/health-check.ts';
import type { Config } from '#config';
import type { RequestContext } from '#context';
import { messageOf } from '#kernel/errors.ts';
import { formatPlural } from '#kernel/text.ts';
import { within } from '#kernel/within.ts';
import { findProcessProblem } from '#workflows/dbos/read/processes.ts';
import { checkProvider, describeFailure } from './provider/check-provider.ts';

const CACHED_MS = 1000;
/** How long a request waits for a running check before it gets the last known health. */
const NEWS_MS = 40;
/** What is older is not answered any more. */
const KNOWN_MS_MAX = 30_000;
/** The whole answer comes within a second. What is only late is degraded: it is `down` when it is known to be away. */
const CHECK_TIMEOUT_MS = 800;
/** Signs of life are written every two seconds; one that waits this long is stuck. */
const BEAT_AGE_MS_MAX = 15_000;
/** How long the service is degraded after a write that found the disk full. */
const DISK_FULL_MS = 60_000;
/** Four segments of PostgreSQL's write-ahead log. */
const FREE_BYTES_MIN = 64 * 1024 ** 2;
/** From so many rows on that wait for ClickHouse, the outbox is a backlog. */
const BACKLOG_ROWS = 1_000_000;

/** The service as a whole, and what it needs. */
export interface ServiceHealth {
  readonly status: 'ok' | 'degraded' | 'down';
  readonly checks: ReadonlyMap<string, Health>;
  readonly checkedAt: Date;
}

type HealthContext = Pick<
  RequestContext,
  'secrets' | 'postgres' | 'clickhouse' | 'outbox' | 'workflows' | 'searchData' | 'llm' | 'config' | 'clock'
>;

/** What a service of this process knows of itself, and the check that is under way. */
interface Known {
  last?: ServiceHealth;
  check?: Promise<ServiceHealth> | undefined;
}

/** The stores are checked at most once a second. */
const makeKnown = (): Known => ({});

/**
 * How the service is. What is a second old is checked again; a check that takes its time is not waited for while something is
 * known that is not old, so that who asks has an answer at once. Callers that ask at the same time share the check.
 */
export async function getHealth(ctx: RequestContext, checks: readonly HealthCheck[]): Promise<ServiceHealth> {
  const state = ctx.postgres.recall(makeKnown);
  const { last } = state;
  const ageMs = last === undefined ? Number.POSITIVE_INFINITY : ctx.clock.realNow() - last.checkedAt.getTime();
  if (last !== undefined && ageMs < CACHED_MS) return last;
  state.check ??= checkHealth(ctx, checks)
    .then((health) => (state.last = health))
    .finally(() => (state.check = undefined));
  if (last === undefined || ageMs > KNOWN_MS_MAX) return await state.check;
  return await within(NEWS_MS, state.check).catch(() => last);
}

async function checkHealth(ctx: RequestContext, checks: readonly HealthCheck[]): Promise<ServiceHealth> {
  const found = await Promise.all(checks.map(async (one) => ({ ...one, health: await one.check(ctx) })));
  const isDown = found.some(({ isVital, health }) => isVital === true && health.status === 'down');
  const isWell = found.every(({ health: { status } }) => status === 'ok' || status === 'not_configured');
  return {
    status: isDown ? 'down' : isWell ? 'ok' : 'degraded',
    checks: new Map(found.map(({ name, health }) => [name, health])),
    checkedAt: new Date(ctx.clock.realNow()),
  };
}

/**
 * Without PostgreSQL or workflows nothing works. Without ClickHouse rows wait in the outbox and only
 * history is missing; without the provider nothing new is measured; without a worker work waits. What is
 * not configured is not ill.
 */
export const healthChecks: readonly HealthCheck[] = [
  { name: 'postgres', check: (ctx) => check(() => checkPostgres(ctx)), isVital: true },
  { name: 'clickhouse', check: (ctx) => check(() => checkAnalytics(ctx)) },
  { name: 'workflows', check: (ctx) => check(() => checkWorkflows(ctx)), isVital: true },
  { name: 'provider', check: checkProvider },
  { name: 'llm', check: async (ctx) => describeLlm(ctx) },
  { name: 'secrets', check: checkSecrets },
];

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
  read_only: 'takes no writes: it is read-only',
  exhausted: 'takes no writes: no memory or connections left',
  away: 'the last write failed: the connection broke',
  other: 'takes no writes; the log says why',
};

/** Without a worker work is accepted and waits, and so does what a silent process holds. */
async function checkWorkflows({ workflows, postgres }: HealthContext): Promise<string | undefined> {
  const [problem] = await Promise.all([findProcessProblem(postgres), workflows.list({ limit: 1, offset: 0 })]);
  return problem;
}

/** Whether a disk of the embedded stores is full. A folder that cannot be read is reported by the stores themselves. */
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
  return waiting > BACKLOG_ROWS ? `${waiting} rows wait to be shipped` : clickhouse.findTrouble();
}

/** @param ask resolves to what is degraded, if anything */
async function check(ask: () => Promise<unknown>): Promise<Health> {
  const startedAt = performance.now();
  try {
    const complaint = await within(CHECK_TIMEOUT_MS, ask());
    const latencyMs = Math.round((performance.now() - startedAt) * 10) / 10;
    return typeof complaint === 'string' ? { status: 'degraded', latencyMs, detail: complaint } : { status: 'ok', latencyMs };
  } catch (error) {
    // `/health` needs no key, and messages of stores can name hosts and users.
    const isLate = messageOf(error).startsWith('no answer within');
    return isLate ? { status: 'degraded', detail: messageOf(error) } : { status: 'down', detail: 'does not answer' };
  }
}

/** Whether this process has the keys of what is stored. Without secrets a missing key harms nothing yet. */
async function checkSecrets({ secrets, postgres }: HealthContext): Promise<Health> {
  const health = await check(async () => {
    const { state, unreadable } = await secrets.getState(postgres);
    if (state === 'unreadable') return `this process lacks the key of ${formatPlural(unreadable, 'secret')}: set SECRETS_KEY`;
    return state === 'no_key' ? NO_KEY : undefined;
  });
  if (health.status === 'down') return { status: 'degraded', detail: 'not known: PostgreSQL does not answer' };
  return health.detail === NO_KEY ? { ...health, status: 'not_configured' } : health;
}

const NO_KEY = 'another process made the key: set SECRETS_KEY to the same for every process';

/** By the newest call, because a question would cost money. Without a model classification ends with its best free answer. */
function describeLlm({ config, llm }: HealthContext): Health {
  if (!llm.isConfigured) return { status: 'not_configured', detail: 'set LLM_BASE_URL and LLM_MODEL' };
  if (llm.lastFailure !== undefined) return { status: 'degraded', detail: describeFailure(llm.lastFailure.kind, 'LLM_API_KEY') };
  return {
    status: 'ok',
    detail: config.sandbox === undefined ? 'configured; it is not asked for this' : 'sandbox: every outside source is simulated',
  };
}
