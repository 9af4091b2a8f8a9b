import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startSandbox } from '../../sandbox/index.ts';
import { makeApiClient, type ApiClient } from './api-client.ts';
import { readLines } from './child-lines.ts';
import { onEnd } from './closers.ts';
import { findFreePort } from './free-port.ts';
import { openGate } from './gate.ts';
import { killService, planService, startService, stopService, type ServicePlace } from './service-process.ts';
import { PATIENCE_MS } from './patience.ts';
import { findTestFolder } from './test-folder.ts';
import { TEST_DAY } from './test-day.ts';

/** One process of a fleet. */
export interface Member {
  readonly role: 'api' | 'worker';
  readonly place: ServicePlace;
  readonly process: ChildProcess;
}

/** Several processes of the service over one PostgreSQL, one ClickHouse and one sandbox. */
export interface Fleet {
  readonly world: ApiClient;
  readonly apis: readonly Member[];
  readonly workers: readonly Member[];
  readonly clickhouse: ClickHouseProcess;
  /** What a service needs to use the same stores. */
  readonly environment: Readonly<Record<string, string>>;
  start(role: Member['role']): Promise<Member>;
  /** `kill -9`; it is no member any more. */
  kill(member: Member): Promise<void>;
  /** SIGTERM; it ends well and is no member any more. */
  stop(member: Member): Promise<void>;
}

export interface FleetOptions {
  readonly databaseUrl: string;
  readonly apis: number;
  readonly workers: number;
  /** How long what the provider's record does not show stays in doubt; 5 seconds unless given. */
  readonly doubtMs?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The sandbox works on arrival: what its record does not show after this was not made. */
const DOUBT_MS = 5_000;

/** Starts everything at once: processes that find empty stores migrate them together. Ends with the test. */
export async function startFleet(
  t: TestContext,
  { databaseUrl, apis, workers, doubtMs = DOUBT_MS, environment = {} }: FleetOptions,
): Promise<Fleet> {
  const dataDir = await mkdtemp(join(findTestFolder(), 'sightline-fleet-'));
  onEnd(t, () => rm(dataDir, { recursive: true, force: true }));
  const clickhouse = await startClickHouseProcess(t, dataDir);
  const sandbox = await startSandbox({ port: 0, now: TEST_DAY, enforceRateLimits: false });
  onEnd(t, () => sandbox.close());
  const members: Member[] = [];
  const of = (role: Member['role']): Member[] => members.filter((member) => member.role === role);
  // As behind a load balancer: a new connection goes to one of the living processes.
  let turn = 0;
  const gate = await openGate(t, () => {
    const living = of('api');
    turn += 1;
    return Number(living[turn % living.length]?.place.environment['PORT'] ?? 1);
  });
  const shared = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    CLICKHOUSE_URL: clickhouse.url,
    SANDBOX: sandbox.url,
    PUBLIC_URL: `http://127.0.0.1:${gate.port}`,
    KEYWORD_ENRICHMENT: 'off',
    ALERT_PRESETS: 'off',
    ...environment,
  };
  const start = async (role: Member['role']): Promise<Member> => {
    const place = await planService({ ...shared, ROLE: role }, { doubtMs });
    const process = await startService(place, PATIENCE_MS);
    onEnd(t, () => killService(process));
    const member = { role, place, process };
    members.push(member);
    return member;
  };
  const leave = (member: Member): void => void members.splice(members.indexOf(member), 1);
  const roles = [...Array.from({ length: apis }, () => 'api' as const), ...Array.from({ length: workers }, () => 'worker' as const)];
  await Promise.all(roles.map(start));
  return {
    world: makeApiClient(sandbox.url),
    get apis() {
      return of('api');
    },
    get workers() {
      return of('worker');
    },
    clickhouse,
    environment: shared,
    start,
    async kill(member) {
      await killService(member.process);
      leave(member);
    },
    async stop(member) {
      // A load balancer sends no requests to a process that is leaving.
      leave(member);
      await stopService(member.process);
    },
  };
}

export interface ClickHouseProcess {
  readonly url: string;
  /** `kill -9`, and a new process over the same folder at the same address after a while. */
  restart(awayMs: number): Promise<void>;
}

const CLICKHOUSE = join(import.meta.dirname, 'clickhouse-process.ts');

export async function startClickHouseProcess(t: TestContext, dataDir: string): Promise<ClickHouseProcess> {
  const port = await findFreePort();
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [CLICKHOUSE, dataDir, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
    assert.match(await readLines(child.stdout)(), /^ready /u);
    return child;
  };
  let child = await start();
  onEnd(t, () => killService(child));
  return {
    url: `http://127.0.0.1:${port}`,
    async restart(awayMs) {
      await killService(child);
      await new Promise((resolve) => setTimeout(resolve, awayMs));
      child = await start();
    },
  };
}
