import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLogger } from '#kernel/logger.ts';
import { migratePostgres, openPostgres } from '#stores/postgres/index.ts';
import type { Bench, BenchRow } from './support/bench.ts';
import { loadBulkProject } from './support/bulk-project.ts';
import { measureLoad, spellFields, SPELLINGS, type Load } from './support/load.ts';
import { median } from './support/measure.ts';
import { BENCH_KEY, startProgram, startService, type RunningService } from './support/process.ts';

const LARGE = { projectId: 'proj_large', keywords: 100_000 };
const SMALL = { projectId: 'proj_small', keywords: 1_000 };
const LIMIT = 50;
const CONNECTIONS = 50;
const ROUND_MS = 2_000;
const ROUNDS = 3;
const RATIO_MIN = 0.5;
const GROWTH_MAX = 1.3;

interface Question {
  readonly name: string;
  readonly query: string;
  /** The least that a database must read for the page: one range of an index. */
  readonly condition: string;
  /** Rows before the page; the smaller project has as many. */
  readonly offset?: number;
  /** The larger project has more rows of it to count. */
  readonly isCounted?: true;
}

const QUESTIONS: readonly Question[] = [
  { name: 'without filters', query: '', condition: '' },
  { name: 'page 21', query: '', condition: '', offset: 1_000 },
  {
    name: 'keyword prefix',
    query: '&keyword=keyword%2012',
    isCounted: true,
    condition: `and normalized_text ~>=~ 'keyword 12' and normalized_text ~<=~ ('keyword 12' || chr(1114111))`,
  },
  { name: 'one site', query: '&domain=rival.com', condition: `and domain = 'rival.com'` },
  { name: 'device and status', query: '&device=mobile&status=ranked', condition: `and device = 'mobile' and status = 'ranked'` },
];

/** The list that every console opens with. The bound reads the rows of the page and nothing else: no count, no assets, no key, no project. */
export const rankingsRead: Bench = {
  name: 'rankings-read',
  summary: `GET /api/rankings?limit=${LIMIT} of ${LARGE.keywords} keywords on three sites, none asked for a moment before, ${CONNECTIONS} connections, against a bare Fastify handler that reads the same rows by one index range; and of ${SMALL.keywords} keywords`,
  run: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
    const postgres = await openPostgres({ databaseUrl: undefined, dataDir: join(dataDir, 'postgres'), logger: makeLogger('error') });
    try {
      await migratePostgres(postgres, makeLogger('error'));
      for (const project of [SMALL, LARGE]) await loadBulkProject(postgres, project);
      await postgres.query('vacuum analyze');
      const service = await startService(join(dataDir, 'service'), { DATABASE_URL: postgres.connectionString });
      const bare = await startProgram('bench/support/bare-rankings.ts', {
        DATABASE_URL: postgres.connectionString,
        STATEMENTS: JSON.stringify(Object.fromEntries(QUESTIONS.map((question) => [toBarePath(question), toBareStatement(question)]))),
      });
      try {
        const rows: BenchRow[] = [];
        for (const question of QUESTIONS) rows.push(...(await compare(question, { service, bare })));
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

interface Servers {
  readonly service: RunningService;
  readonly bare: RunningService;
}

async function compare(question: Question, { service, bare }: Servers): Promise<BenchRow[]> {
  const { name, query, offset = 0, isCounted = false } = question;
  const headers = { authorization: `Bearer ${BENCH_KEY}` };
  const ask = (server: RunningService, paths: readonly string[]): Promise<Load> =>
    measureLoad(server, [service, bare], { paths, headers, connections: CONNECTIONS, durationMs: ROUND_MS });
  const askOurs = (projectId: string): Promise<Load> =>
    ask(
      service,
      Array.from(
        { length: SPELLINGS },
        (_, at) => `/api/rankings?project_id=${projectId}&limit=${LIMIT}&offset=${offset}${query}&fields=${spellFields('rankings', at)}`,
      ),
    );
  const rounds: Record<'large' | 'small' | 'bare', Load>[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measured = {
      bare: await ask(bare, [toBarePath(question)]),
      large: await askOurs(LARGE.projectId),
      small: await askOurs(SMALL.projectId),
    };
    // The first round warms all up.
    if (round > 0) rounds.push(measured);
  }
  return [
    {
      figure: `${name}: share of the bare handler`,
      value: median(rounds.map(({ large, bare: bound }) => bound.cpuMs / large.cpuMs)),
      unit: 'of it',
      bound: { atLeast: RATIO_MIN },
    },
    {
      figure: `${name}: processor time, times that of ${SMALL.keywords} keywords${isCounted ? ', which has a hundredth to count' : ''}`,
      value: median(rounds.map(({ large, small }) => large.cpuMs / small.cpuMs)),
      unit: 'times',
      ...(isCounted ? {} : { bound: { atMost: GROWTH_MAX } }),
    },
    { figure: `${name}: processor time a request`, value: median(rounds.map(({ large }) => large.cpuMs)), unit: 'ms' },
    { figure: `${name}: requests a second`, value: median(rounds.map(({ large }) => large.perSecond)), unit: '/s' },
    { figure: `${name}: bare handler`, value: median(rounds.map(({ bare: bound }) => bound.perSecond)), unit: '/s' },
  ];
}

function toBarePath({ name }: Question): string {
  return `/${name.replaceAll(' ', '-')}`;
}

function toBareStatement({ name, condition, offset = 0 }: Question): object {
  const text = `
    select keyword_id, keyword_text, engine, channel, device, location_code, language_code, domain, asset_id, asset_name, relationship, status,
      position, rank_group, previous_position, url, title, is_featured_snippet, checked_depth, check_ts, check_date, run_id, provider, cost_usd,
      serp_features, error, failed_at, is_recomputed
    from current_rankings
    where project_id = $1 and is_tracked ${condition}
    order by normalized_text using ~<~, keyword_id, engine, channel, domain
    limit ${LIMIT} offset ${offset}`;
  return { name, text, values: [LARGE.projectId] };
}
