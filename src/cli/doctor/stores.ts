import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '#config';
import { makeClock } from '#kernel/clock.ts';
import { messageOf } from '#kernel/errors.ts';
import { makeLogger } from '#kernel/logger.ts';
import { listPendingOfClickHouse, openClickHouse } from '#stores/clickhouse/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { isProcessAlive } from '#stores/folder-lock.ts';
import { listPendingOfPostgres, openPostgres } from '#stores/postgres/index.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { absent, findConnectProblem, ok, toShownAddress, toSpanText, warning, wrong, type Finding } from './finding.ts';

const CLOCK_WARNING_MS = 2_000;
const CLOCK_WRONG_MS = 60_000;
const POSTGRES_PORT = 5432;
const logger = makeLogger('silent');

/** Both stores, the clock of PostgreSQL, and what is to be migrated. Reads only. */
export async function checkStores(config: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  const postgres = await openRelational(config, findings);
  const clickhouse = await openAnalytics(config, findings);
  try {
    if (postgres !== undefined) findings.push(await checkClock(postgres));
    findings.push(await checkMigrations({ postgres, clickhouse, config }));
    return findings;
  } finally {
    await clickhouse?.close();
    await postgres?.close();
  }
}

async function openRelational({ databaseUrl, dataDir }: Config, findings: Finding[]): Promise<Postgres | undefined> {
  const subject = 'PostgreSQL';
  if (databaseUrl === undefined) {
    findings.push(await describeEmbedded(subject, join(dataDir, 'postgres')));
    return undefined;
  }
  const remedy = 'Start it, or set DATABASE_URL.';
  const { hostname, port } = new URL(databaseUrl);
  const problem = hostname === '' ? undefined : await findConnectProblem(hostname, port === '' ? POSTGRES_PORT : Number(port));
  if (problem !== undefined) {
    findings.push(wrong(subject, `nothing answers at ${toShownAddress(databaseUrl)}: ${problem}`, remedy));
    return undefined;
  }
  try {
    const postgres = await openPostgres({ databaseUrl, dataDir, logger });
    const { rows } = await postgres.query<{ version: string }>(`select current_setting('server_version') as version`);
    findings.push(ok(subject, `${toShownAddress(databaseUrl)}, version ${rows[0]?.version ?? ''}`));
    return postgres;
  } catch (error) {
    findings.push(wrong(subject, messageOf(error), remedy));
    return undefined;
  }
}

const askVersion = { name: 'version', sql: 'select version() as version', params: z.object({}), row: z.object({ version: z.string() }) };

async function openAnalytics({ clickhouseUrl, dataDir }: Config, findings: Finding[]): Promise<ClickHouse | undefined> {
  const subject = 'ClickHouse';
  if (clickhouseUrl === undefined) {
    findings.push(await describeEmbedded(subject, join(dataDir, 'clickhouse')));
    return undefined;
  }
  const remedy = 'Start it, or set CLICKHOUSE_URL.';
  const { hostname, port, protocol } = new URL(clickhouseUrl);
  const problem = await findConnectProblem(hostname, port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));
  if (problem !== undefined) {
    findings.push(wrong(subject, `nothing answers at ${toShownAddress(clickhouseUrl)}: ${problem}`, remedy));
    return undefined;
  }
  try {
    const clickhouse = await openClickHouse({ url: clickhouseUrl, dataDir, logger });
    const [row] = await clickhouse.query(askVersion, {});
    findings.push(ok(subject, `${toShownAddress(clickhouseUrl)}, version ${row?.version ?? ''}`));
    return clickhouse;
  } catch (error) {
    findings.push(wrong(subject, messageOf(error), remedy));
    return undefined;
  }
}

/** Opening it would write into the folder, and take it away from the service. */
async function describeEmbedded(subject: string, folder: string): Promise<Finding> {
  if (!existsSync(folder)) return absent(subject, `embedded; made at the first start in ${folder}`);
  const holder = await readFile(`${folder}.lock`, 'utf8').then(
    (text) => (JSON.parse(text) as { pid?: number }).pid,
    () => undefined,
  );
  const isHeld = holder !== undefined && isProcessAlive(holder);
  return ok(subject, `embedded, in ${folder}, ${isHeld ? `in use by process ${holder}` : 'not in use'}`);
}

async function checkClock(postgres: Postgres): Promise<Finding> {
  const clock = makeClock();
  const before = clock.realNow();
  const { rows } = await postgres.query<{ now: Date }>('select clock_timestamp() as now');
  const middle = (before + clock.realNow()) / 2;
  const off = (rows[0]?.now.getTime() ?? middle) - middle;
  return judgeClock('clock', `that of PostgreSQL differs by ${toSpanText(off)}`, off);
}

/** Leases and expiry are judged by both clocks; a difference of seconds is harmless, one of minutes is not. */
export function judgeClock(subject: string, text: string, offMs: number): Finding {
  const remedy = 'Let this machine keep its time by NTP, and the other one, if it is yours.';
  if (Math.abs(offMs) > CLOCK_WRONG_MS) return wrong(subject, text, remedy);
  return Math.abs(offMs) > CLOCK_WARNING_MS ? warning(subject, text, remedy) : ok(subject, text);
}

interface Opened {
  readonly postgres: Postgres | undefined;
  readonly clickhouse: ClickHouse | undefined;
  readonly config: Config;
}

async function checkMigrations({ postgres, clickhouse, config }: Opened): Promise<Finding> {
  const subject = 'migrations';
  if (config.databaseUrl === undefined) return absent(subject, 'not looked at: embedded stores are brought up to date by every start');
  if (postgres === undefined) return absent(subject, 'not looked at: PostgreSQL does not answer');
  try {
    const pending = await listPendingOfPostgres(postgres);
    const isOld = pending.length > 0;
    if (clickhouse !== undefined && !isOld) pending.push(...(await listPendingOfClickHouse(clickhouse, postgres)));
    const unseen = clickhouse === undefined && config.clickhouseUrl !== undefined ? '; ClickHouse does not answer' : '';
    if (pending.length === 0) return ok(subject, `nothing is to be applied${unseen}`);
    return warning(subject, `to be applied: ${pending.join(', ')}`, 'Run: sightline migrate. The next start does the same.');
  } catch (error) {
    return wrong(subject, messageOf(error), 'See above: this release and the database do not belong together.');
  }
}

/** Whether Redis takes a command. */
export async function checkRedis({ redisUrl }: Config): Promise<Finding> {
  const subject = 'Redis';
  if (redisUrl === undefined) return absent(subject, 'not set: PostgreSQL keeps cache and counters');
  const { Redis } = await import('ioredis');
  const redis = new Redis(redisUrl, { lazyConnect: true, connectTimeout: 3_000, maxRetriesPerRequest: 0, retryStrategy: () => null });
  let problem = '';
  redis.on('error', (error: Error) => {
    problem = error.message;
  });
  try {
    await redis.connect();
    await redis.ping();
    return ok(subject, toShownAddress(redisUrl));
  } catch (error) {
    return wrong(
      subject,
      `${toShownAddress(redisUrl)} cannot be used: ${problem === '' ? messageOf(error) : problem}`,
      'Start it, or set REDIS_URL.',
    );
  } finally {
    redis.disconnect();
  }
}
