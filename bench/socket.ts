import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { makeLogger } from '#kernel/logger.ts';
import { startEmbeddedPostgres } from '#stores/postgres/embedded.ts';
import { findFreePort } from '../test/support/free-port.ts';
import type { Bench, BenchRow } from './support/bench.ts';
import { median } from './support/measure.ts';
import { readCpu } from './support/cpu.ts';

/** As many as shall be served; and as many as a plain broadcast keeps up with on two processors. */
const CLIENTS = [500, 50];
const MEASURED_EVERY = 25;
const PER_SECOND = 1_000;
const SECONDS = 3;
const WARM_UP_SECONDS = 1;
const ROUNDS = 3;
const RATIO_MAX = 3;
const SOCKET_PATH = '/api/admin/pipeline/socket';

interface Figures {
  readonly p50: number;
  readonly p99: number;
  readonly received: number;
  /** Processor time that the server took, in milliseconds a second. */
  readonly cpu: number;
}

/** How old events are when clients get them, beside a broadcast as one writes it first. */
export const socket: Bench = {
  name: 'socket',
  summary: `${CLIENTS.join(' and ')} clients of the live socket, ${PER_SECOND} events a second`,
  run: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
    const postgres = await startEmbeddedPostgres({ dataDir, logger: makeLogger('error') });
    try {
      const rows: BenchRow[] = [];
      for (const clients of CLIENTS) rows.push(...(await compare(clients, { DATABASE_URL: postgres.connectionString })));
      return { rows, notes: NOTES };
    } finally {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

const NOTES = [
  `Delays are those of every ${MEASURED_EVERY}th client; the others only take their bytes. Clients, server and sender share the processors.`,
  'A broadcast that writes each event to each client cannot keep up with 500 clients on one processor: its delay is its backlog.',
];

async function compare(clients: number, environment: Readonly<Record<string, string>>): Promise<BenchRow[]> {
  const bare: Figures[] = [];
  const ours: Figures[] = [];
  const elsewhere: Figures[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await measure({ part: 'bare', environment, clients }));
    ours.push(await measure({ part: 'ours', environment, clients }));
    elsewhere.push(await measure({ part: 'ours', environment, clients, isSentElsewhere: true }));
  }
  const ratio = (list: readonly Figures[]): number => median(list.map(({ p99 }, at) => p99 / (bare[at]?.p99 ?? Number.NaN)));
  const rowsOf = (name: string, list: readonly Figures[]): BenchRow[] => [
    { figure: `${clients} clients, ${name}: median delay`, value: median(list.map(({ p50 }) => p50)), unit: 'ms' },
    { figure: `${clients} clients, ${name}: p99 delay`, value: median(list.map(({ p99 }) => p99)), unit: 'ms' },
    { figure: `${clients} clients, ${name}: processor time of the server`, value: median(list.map(({ cpu }) => cpu)), unit: 'ms/s' },
  ];
  return [
    {
      figure: `${clients} clients: p99 delay, times that of a bare broadcast`,
      value: ratio(ours),
      unit: 'x',
      bound: { atMost: RATIO_MAX },
    },
    { figure: `${clients} clients: the same, events of another process`, value: ratio(elsewhere), unit: 'x', bound: { atMost: RATIO_MAX } },
    ...rowsOf('bare', bare),
    ...rowsOf('live socket', ours),
    ...rowsOf('of another process', elsewhere),
  ];
}

interface Part {
  readonly part: 'bare' | 'ours';
  readonly environment: Readonly<Record<string, string>>;
  readonly clients: number;
  readonly isSentElsewhere?: boolean;
}

async function measure({ part, environment, clients: clientCount, isSentElsewhere = false }: Part): Promise<Figures> {
  const port = await findFreePort();
  const count = SECONDS * PER_SECOND;
  const load = { ...environment, PORT: String(port), COUNT: String(count), PER_SECOND: String(PER_SECOND) };
  const server = await startPart('bench/support/socket-process.ts', { ...load, PART: part });
  const sender = isSentElsewhere ? await startPart('bench/support/socket-process.ts', { ...load, PART: 'sender' }) : server;
  const clients = await startPart('bench/support/socket-clients-process.ts', {
    URL: `http://127.0.0.1:${port}${SOCKET_PATH}`,
    CLIENTS: String(clientCount),
    MEASURED_EVERY: String(MEASURED_EVERY),
    COUNT: String(count),
    WARM_UP: String(WARM_UP_SECONDS * PER_SECOND),
  });
  const parts = new Set([server, sender, clients]);
  try {
    const before = await readCpu(server.child.pid ?? 0);
    const begin = performance.now();
    sender.child.stdin?.write('go\n');
    await sender.nextLine();
    clients.child.stdin?.write('figures\n');
    const figures = JSON.parse(await clients.nextLine()) as Omit<Figures, 'cpu'>;
    const seconds = (performance.now() - begin) / 1_000;
    const after = await readCpu(server.child.pid ?? 0);
    const expected = (clientCount / MEASURED_EVERY) * (SECONDS - WARM_UP_SECONDS) * PER_SECOND;
    if (figures.received !== expected) throw new Error(`${figures.received} events were received, not ${expected}`);
    return { ...figures, cpu: (after.ownMs - before.ownMs) / seconds };
  } finally {
    for (const { child } of parts) child.kill('SIGKILL');
  }
}

interface RunningPart {
  readonly child: ChildProcess;
  nextLine(): Promise<string>;
}

async function startPart(file: string, environment: Readonly<Record<string, string>>): Promise<RunningPart> {
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: Interface = createInterface({ input: child.stdout });
  const iterator = lines[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => {
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended too early`)));
    const { value } = await Promise.race([iterator.next(), ended]);
    ended.catch(() => undefined);
    return value as string;
  };
  await nextLine();
  return { child, nextLine };
}
