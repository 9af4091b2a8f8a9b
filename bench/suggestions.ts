import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { listFreshAnswers } from '#areas/keywords/answers/store/answers.ts';
import { makeLogger } from '#kernel/logger.ts';
import { migratePostgres, openPostgres } from '#stores/postgres/index.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import type { Bench, BenchRow } from './support/bench.ts';
import { measureLoad, type Load } from './support/load.ts';
import { median } from './support/measure.ts';
import { BENCH_KEY, startProgram, startService } from './support/process.ts';
import { startSandboxProcess } from './support/sandbox.ts';

const PATH = '/api/keywords/suggestions';
/** Another keyword for each: a long list would serve the short question, too. */
const QUESTIONS: readonly Question[] = [
  { keyword: 'shoes', limit: 10 },
  { keyword: 'software', limit: 100, isDefault: true },
];

interface Question {
  readonly keyword: string;
  readonly limit: number;
  /** As long as a list is that is asked for without a limit. */
  readonly isDefault?: boolean;
}

const CONNECTIONS = 50;
const ROUND_MS = 2_000;
const ROUNDS = 3;
const RATIO_MIN = 0.6;
const HEADERS = { authorization: `Bearer ${BENCH_KEY}` };

/** What clients ask while something is typed. The bound reads the same row and writes it out: no key, no market, no second form. */
export const suggestions: Bench = {
  name: 'suggestions',
  summary: `POST ${PATH} from the cache, ${CONNECTIONS} connections, against a bare Fastify handler that reads the same row`,
  run: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
    const postgres = await openPostgres({ databaseUrl: undefined, dataDir: join(dataDir, 'postgres'), logger: makeLogger('error') });
    const sandbox = await startSandboxProcess();
    try {
      await migratePostgres(postgres, makeLogger('error'));
      const service = await startService(join(dataDir, 'service'), { DATABASE_URL: postgres.connectionString, SANDBOX: sandbox.url });
      for (const question of QUESTIONS) await buy(service, question);
      const statements = (await copyAnswers(postgres)).map(
        ({ id, size }) => [`/${size}`, { name: 'row', text: ROW, values: [id] }] as const,
      );
      const bare = await startProgram('bench/support/bare-rankings.ts', {
        DATABASE_URL: postgres.connectionString,
        STATEMENTS: JSON.stringify(Object.fromEntries(statements)),
      });
      try {
        const rows: BenchRow[] = [];
        for (const question of QUESTIONS) rows.push(...(await compare(question, service, bare)));
        return {
          rows,
          notes: ['A short list costs little to read: what every request costs weighs more, such as its key and its limits.'],
        };
      } finally {
        await bare.stop();
        await service.stop();
      }
    } finally {
      await sandbox.stop();
      await postgres.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

const ROW = 'select id, answer, size, fetched_at from bare_answers where id = $1';

/** The same answers as JSON that is read back as it is. */
async function copyAnswers(postgres: Postgres): Promise<{ readonly id: string; readonly size: number }[]> {
  await postgres.query('create table bare_answers (id text primary key, answer json, size integer, fetched_at timestamptz)');
  const { rows } = await postgres.query<{ id: string; size: number }>('select id, size from keyword_answers');
  const kept = await listFreshAnswers(
    postgres,
    rows.map(({ id }) => id),
    { now: new Date() },
  );
  for (const { id, size } of rows) {
    const { answer, fetchedAt } = kept.get(id) ?? {};
    const values = [id, JSON.stringify(answer), size, fetchedAt];
    await postgres.query('insert into bare_answers (id, answer, size, fetched_at) values ($1, $2, $3, $4)', values);
  }
  return rows;
}

type Server = Awaited<ReturnType<typeof startProgram>>;

async function buy(service: Server, { keyword, limit }: Question): Promise<void> {
  const headers = { ...HEADERS, 'content-type': 'application/json' };
  const bought = await request(service.url + PATH, { method: 'POST', headers, body: JSON.stringify({ keyword, limit }) });
  const { count } = (await bought.body.json()) as { count: number };
  if (count !== limit) throw new Error(`the list has ${count} keywords`);
}

async function compare(question: Question, service: Server, bare: Server): Promise<BenchRow[]> {
  const { keyword, limit, isDefault = false } = question;
  const body = { keyword, limit };
  const load = { headers: HEADERS, connections: CONNECTIONS, durationMs: ROUND_MS };
  const rounds: { readonly ours: Load; readonly bound: Load }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bound = await measureLoad(bare, [service, bare], { ...load, paths: [`/${limit}`], body });
    const ours = await measureLoad(service, [service, bare], { ...load, paths: [PATH], body });
    // The first round warms both up.
    if (round > 0) rounds.push({ ours, bound });
  }
  const share = median(rounds.map(({ ours, bound }) => bound.cpuMs / ours.cpuMs));
  return [
    {
      figure: `${limit} keywords: share of the bare handler`,
      value: share,
      unit: 'of it',
      ...(isDefault ? { bound: { atLeast: RATIO_MIN } } : {}),
    },
    { figure: `${limit} keywords: processor time a request`, value: median(rounds.map(({ ours }) => ours.cpuMs)), unit: 'ms' },
    { figure: `${limit} keywords: requests a second`, value: median(rounds.map(({ ours }) => ours.perSecond)), unit: '/s' },
    { figure: `${limit} keywords: bare handler`, value: median(rounds.map(({ bound }) => bound.perSecond)), unit: '/s' },
  ];
}
