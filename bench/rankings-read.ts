import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countNewestRankings, listNewestRankings } from '#areas/rankings/newest/store/newest-rankings.ts';
import type { RankingFilter } from '#areas/rankings/ranking.ts';
import { makeLogger } from '#kernel/logger.ts';
import { migratePostgres, openPostgres } from '#stores/postgres/index.ts';
import type { Postgres, Sql } from '#stores/postgres/types.ts';
import type { Bench, BenchRow } from './support/bench.ts';
import { measureRequestsPerSecond } from './support/load.ts';
import { median } from './support/measure.ts';
import { BENCH_KEY, startProgram, startService } from './support/process.ts';

const KEYWORDS = 10_000;
const DOMAINS = ['ours.com', 'rival.com', 'other.com'];
const LIMIT = 50;
const CONNECTIONS = 50;
const ROUND_MS = 3_000;
const ROUNDS = 5;
const RATIO_MIN = 0.6;
const PROJECT_ID = 'proj_bench';

interface Question {
  readonly name: string;
  readonly query: string;
  readonly filter: Omit<RankingFilter, 'projectId'>;
}

const QUESTIONS: readonly Question[] = [
  { name: 'without filters', query: '', filter: {} },
  { name: 'keyword prefix', query: '&keyword=keyword%2012', filter: { keywordPrefix: 'keyword 12' } },
  { name: 'one asset', query: '&asset_id=ast_1', filter: { assetId: 'ast_1' } },
  { name: 'device and status', query: '&device=mobile&status=ranked', filter: { device: 'mobile', status: 'ranked' } },
];

/** The list that every console opens with, against a bare handler that runs the same statements on `pg`. */
export const rankingsRead: Bench = {
  name: 'rankings-read',
  summary: `GET /api/rankings?limit=${LIMIT} of ${KEYWORDS} keywords on ${DOMAINS.length} domains, ${CONNECTIONS} connections, against a bare Fastify handler with the same SQL`,
  run: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
    const postgres = await openPostgres({ databaseUrl: undefined, dataDir: join(dataDir, 'postgres'), logger: makeLogger('error') });
    try {
      await migratePostgres(postgres, makeLogger('error'));
      await seed(postgres);
      const service = await startService(join(dataDir, 'service'), { DATABASE_URL: postgres.connectionString });
      const bare = await startProgram('bench/support/bare-rankings.ts', {
        DATABASE_URL: postgres.connectionString,
        STATEMENTS: JSON.stringify(await toStatements()),
      });
      try {
        const rows: BenchRow[] = [];
        for (const question of QUESTIONS) rows.push(...(await compare(question, service.url, bare.url)));
        return { rows };
      } finally {
        await bare.stop();
        await service.stop();
      }
    } finally {
      await postgres.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

async function compare({ name, query }: Question, serviceUrl: string, bareUrl: string): Promise<BenchRow[]> {
  const load = { headers: { authorization: `Bearer ${BENCH_KEY}` }, connections: CONNECTIONS, durationMs: ROUND_MS };
  const askOurs = (): Promise<number> =>
    measureRequestsPerSecond({ ...load, origin: serviceUrl, paths: [`/api/rankings?project_id=${PROJECT_ID}&limit=${LIMIT}${query}`] });
  const askBare = (): Promise<number> => measureRequestsPerSecond({ ...load, origin: bareUrl, paths: [toBarePath(name)] });
  const rounds: { ours: number; bare: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measured = { bare: await askBare(), ours: await askOurs() };
    // The first round warms both up.
    if (round > 0) rounds.push(measured);
  }
  return [
    {
      figure: `${name}: share of the bare handler`,
      value: median(rounds.map(({ ours, bare }) => ours / bare)),
      unit: 'of it',
      bound: { atLeast: RATIO_MIN },
    },
    { figure: `${name}: requests a second`, value: median(rounds.map(({ ours }) => ours)), unit: '/s' },
    { figure: `${name}: bare handler`, value: median(rounds.map(({ bare }) => bare)), unit: '/s' },
  ];
}

function toBarePath(name: string): string {
  return `/${name.replaceAll(' ', '-')}`;
}

/** What the service runs for each question, taken from the functions that it runs it with. */
async function toStatements(): Promise<Record<string, object[]>> {
  const byPath: Record<string, object[]> = {};
  for (const { name, filter } of QUESTIONS) {
    const statements: object[] = [];
    const recorder = {
      query: (text: string, values: readonly unknown[], statementName?: string) => {
        statements.push({ text, values, ...(statementName === undefined ? {} : { name: statementName }) });
        return Promise.resolve({ rows: [] });
      },
    } as unknown as Sql;
    await listNewestRankings(recorder, { projectId: PROJECT_ID, ...filter }, { limit: LIMIT + 1, offset: 0 });
    await countNewestRankings(recorder, { projectId: PROJECT_ID, ...filter });
    byPath[toBarePath(name)] = statements;
  }
  return byPath;
}

async function seed(postgres: Postgres): Promise<void> {
  await postgres.query(`insert into organizations (id, name, created_at) values ('org_bench', 'Bench', now())`);
  await postgres.query(
    `insert into projects (id, organization_id, name, created_at, updated_at) values ($1, 'org_bench', 'Bench', now(), now())`,
    [PROJECT_ID],
  );
  for (const [at, domain] of DOMAINS.entries()) {
    await postgres.query(
      `insert into assets (id, project_id, type, value, name, role, created_at, updated_at) values ($1, $2, 'website', $3, $3, $4, now(), now())`,
      [`ast_${at}`, PROJECT_ID, domain, at === 0 ? 'primary' : 'competitor'],
    );
  }
  await postgres.query(
    `insert into keywords (id, keyword_text, normalized_text, location_code, language_code, device, created_at)
     select 'kw_' || n, 'keyword ' || n, 'keyword ' || n, 2840, 'en', case n % 2 when 0 then 'desktop' else 'mobile' end, now() from generate_series(1, $1::integer) n`,
    [KEYWORDS],
  );
  await postgres.query(
    `insert into tracked_keywords (project_id, keyword_id, tracking_since, next_check, checked_at, updated_at)
     select $1, id, now(), now() + interval '1 day', now(), now() from keywords`,
    [PROJECT_ID],
  );
  await postgres.query(
    `insert into current_rankings (project_id, keyword_id, engine, channel, domain, keyword_text, normalized_text, device, location_code, language_code,
       asset_id, asset_name, relationship, status, position, rank_group, previous_position, url, title, checked_depth, check_ts, check_date, run_id, provider, cost_usd, serp_features, updated_at)
     select $1, k.id, 'engine_a', 'seo', a.value, k.keyword_text, k.normalized_text, k.device, 2840, 'en', a.id, a.name,
       case a.role when 'primary' then 'MINE' else 'COMPETITOR' end, case when n % 7 = 0 then 'not_found' else 'ranked' end,
       case when n % 7 = 0 then null else 1 + n % 90 end, case when n % 7 = 0 then null else 1 + n % 80 end, 1 + n % 95,
       'https://www.' || a.value || '/a/rather/usual/page-' || n, 'A title of the usual length about keyword ' || n, 100, now(), current_date,
       'run_' || n, 'dataforseo', 0.0155, '{organic,people_also_ask,related_searches}', now()
     from (select k.*, row_number() over (order by id) as n from keywords k) k cross join assets a`,
    [PROJECT_ID],
  );
  await postgres.query('analyze');
}
