import { packEvidence } from '#areas/rankings/evidence/pack-evidence.ts';
import type { Bench, BenchRow } from './support/bench.ts';
import { startBenchApp, type BenchApp } from './support/app.ts';
import { readHeld, type Held } from './support/held-bytes.ts';
import { dispatchDue, makeAsk, makeKeywordsDue, makeProjectDue, startBenchSandbox } from './support/tracking.ts';

const KEYWORDS = Number(process.env['BENCH_KEYWORDS'] ?? 1_000);
const POSTGRES_KB_MAX = 4;
const LOG_KB_MAX = 15;
const ALL_KB_MAX = 12;

/** What a check through the provider's queue leaves in each store, of a second day: the first one makes the room that all later ones use again. */
export const bytesACheck: Bench = {
  name: 'bytes',
  summary: `what each store holds of ${KEYWORDS} keywords checked through the queue, for each check`,
  run: async () => {
    const sandbox = await startBenchSandbox();
    try {
      const usual = await measure(sandbox.url);
      await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' });
      const lean = await measure(sandbox.url, { SERP_EVIDENCE_DAYS: '0' });
      return { rows: [...toRows(usual), ...toLeanRows(toRows(lean))], notes: NOTES };
    } finally {
      await sandbox.stop();
    }
  },
};

/** What a day's checks add to the stores. */
interface Added {
  readonly before: Held;
  readonly after: Held;
  /** What PostgreSQL wrote to its log meanwhile, until the rows had arrived in ClickHouse. */
  readonly logBytes: number;
}

async function measure(sandboxUrl: string, environment: Readonly<Record<string, string>> = {}): Promise<Added> {
  const bench = await startBenchApp({ sandboxUrl, environment: { KEYWORD_ENRICHMENT: 'off', ...environment } });
  try {
    return await checkForADay(bench);
  } finally {
    await bench.stop();
  }
}

async function checkForADay({ app }: BenchApp): Promise<Added> {
  const { context } = app;
  await makeKeywordsDue(app.url, KEYWORDS);
  await dispatchDue(app.url, KEYWORDS);
  const [project] = (await makeAsk(app.url)('GET', '/api/projects?organization_id=org_run')).projects;
  await makeProjectDue(app.url, project.project_id, KEYWORDS);
  while ((await packEvidence(context)) > 0);
  const before = await readHeld(context);
  const begin = await readLogPosition(context.postgres);
  await dispatchDue(app.url, KEYWORDS);
  await context.outbox.flush();
  while ((await packEvidence(context)) > 0);
  const logBytes = (await readLogPosition(context.postgres)) - begin;
  return { before, after: await readHeld(context), logBytes };
}

async function readLogPosition({ query }: BenchApp['app']['context']['postgres']): Promise<number> {
  const { rows } = await query<{ position: number }>(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as position`);
  return rows[0]?.position ?? Number.NaN;
}

/** Tables that hold less of a check are counted together. */
const SHOWN_KB_MIN = 0.1;
const OF_THAT = 'of that';

function toRows({ before, after, logBytes }: Added): BenchRow[] {
  const toKb = (bytes: number): number => bytes / KEYWORDS / 1_000;
  const growthOf = (store: 'postgres' | 'clickhouse'): Map<string, number> =>
    new Map([...after[store]].map(([table, bytes]) => [table, toKb(bytes - (before[store].get(table) ?? 0))]));
  const postgres = growthOf('postgres');
  const clickhouse = growthOf('clickhouse');
  const blobs = toKb(after.blobs - before.blobs);
  return [
    toRow('PostgreSQL, at rest', sum(postgres), POSTGRES_KB_MAX),
    ...toTableRows(postgres),
    toRow("PostgreSQL's log", toKb(logBytes), LOG_KB_MAX),
    toRow('ClickHouse, merged', sum(clickhouse)),
    ...toTableRows(clickhouse),
    toRow('the blob folder', blobs),
    toRow('all stores, at rest', sum(postgres) + sum(clickhouse) + blobs, ALL_KB_MAX),
  ];
}

function toTableRows(store: ReadonlyMap<string, number>): BenchRow[] {
  const shown = [...store].filter(([, kb]) => kb >= SHOWN_KB_MIN).toSorted(([, one], [, other]) => other - one);
  const rest = sum(store) - sum(new Map(shown));
  return [...shown.map(([table, kb]) => toRow(`${OF_THAT} ${table}`, kb)), toRow(`${OF_THAT} all other tables`, rest)];
}

function toRow(figure: string, value: number, atMost?: number): BenchRow {
  return { figure, value, unit: 'kB', ...(atMost === undefined ? {} : { bound: { atMost } }) };
}

/** Of whole stores. The bounds are those of a service as it comes. */
function toLeanRows(rows: readonly BenchRow[]): BenchRow[] {
  const ofStores = rows.filter(({ figure }) => !figure.startsWith(OF_THAT));
  return ofStores.map(({ figure, value, unit }) => ({ figure: `with SERP_EVIDENCE_DAYS=0: ${figure}`, value, unit }));
}

function sum(values: ReadonlyMap<string, number>): number {
  return [...values.values()].reduce((total, value) => total + value, 0);
}

const NOTES = [
  'One kB is 1,000 bytes. PostgreSQL is vacuumed and the parts of ClickHouse are merged before they are read.',
  'Keywords that one project tracks for two sites, 100 results deep, on embedded stores.',
];
