import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ensureDomain } from '#areas/domains/records/ensure-domain.ts';
import { ingestBacklinks } from '#areas/domains/links/ingest-backlinks.ts';
import type { KnownDomain } from '#areas/domains/records/known-domain.ts';
import { fetchList } from '#areas/domains/onboarding/parts/fetch-list.ts';
import { beginFetch } from '#areas/domains/onboarding/store/fetches.ts';
import type { AppContext } from '#context';
import type { SearchData } from '#providers/search-data/index.ts';
import { LINK_ROWS_PER_CALL, type Backlink } from '#providers/search-data/links.ts';
import type { Postgres, Sql } from '#stores/postgres/types.ts';
import { makeBacklink } from '../test/support/link-rows.ts';
import { startBenchApp } from './support/app.ts';
import type { Bench } from './support/bench.ts';
import { timeMs, timePairs } from './support/measure.ts';

const PAGES = 20;
const ROUNDS = 7;
const RATIO_MIN = 0.5;
/** Links of the one domain whose memory is looked at; `BENCH_LINKS` for a short look. */
const LINKS = Number(process.env['BENCH_LINKS'] ?? 1_000_000);
const EARLY = LINKS / 10;
const GROWTH_MAX = 1.2;
const MIB = 1_048_576;

/** Links from the provider's rows to the database, against the database alone; and the memory of a very long list. */
export const backlinksIngest: Bench = {
  name: 'backlinks-ingest',
  summary: `${PAGES} pages of ${LINK_ROWS_PER_CALL} links into both tables, against unnest alone; and ${LINKS} links of one domain page by page`,
  run: async () => {
    const bench = await startBenchApp();
    try {
      const { context } = bench.app;
      const times = await compare(context);
      const long = await ingestLong(context);
      const rate = (ms: number): number => (PAGES * LINK_ROWS_PER_CALL * 1_000) / ms;
      return {
        rows: [
          { figure: 'speed of unnest alone', value: times.speedRatio, unit: 'of it', bound: { atLeast: RATIO_MIN } },
          {
            figure: `heap after ${LINKS} links, times that after ${EARLY}`,
            value: long.endMib / long.earlyMib,
            unit: 'x',
            bound: { atMost: GROWTH_MAX },
          },
          { figure: 'links a second', value: rate(times.oursMs), unit: '/s' },
          { figure: 'unnest alone, links a second', value: rate(times.boundMs), unit: '/s' },
          { figure: 'links a second of the long list', value: long.linksPerSecond, unit: '/s' },
          { figure: `heap after ${EARLY} links`, value: long.earlyMib, unit: 'MiB' },
          { figure: `heap after ${LINKS} links`, value: long.endMib, unit: 'MiB' },
        ],
        notes: [
          'Unnest alone gets its columns ready made, hashes included, and resolves no conflict. The long list goes through all that onboarding does with a page.',
        ],
      };
    } finally {
      await bench.stop();
    }
  },
};

/** Every link another one, so that both sides only insert. */
async function compare({ postgres }: AppContext) {
  const now = new Date();
  const ours = await ensureDomain(postgres, 'bench-ours.com', now);
  const bare = await ensureDomain(postgres, 'bench-bare.com', now);
  let next = 0;
  const nextPages = (): Backlink[][] => Array.from({ length: PAGES }, () => makePage((next += LINK_ROWS_PER_CALL)));
  const pages = Array.from({ length: ROUNDS + 1 }, () => ({ ours: nextPages(), bare: [] as Statement[] }));
  for (const round of pages) round.bare = await recordStatements(bare, nextPages(), now);
  const [oursLeft, bareLeft] = [pages.values(), pages.values()];
  return await timePairs(
    ROUNDS,
    async () => {
      for (const rows of oursLeft.next().value?.ours ?? [])
        await postgres.transaction((tx) => ingestBacklinks(tx, { domain: ours, rows, now, sourceEndpoint: 'bench' }));
    },
    async () => {
      for (const { text, values } of bareLeft.next().value?.bare ?? []) await postgres.query(text, values);
    },
  );
}

function makePage(first: number): Backlink[] {
  return Array.from({ length: LINK_ROWS_PER_CALL }, (_, at) => makeBacklink(first + at));
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What ingest would send, without what it does about rows that are there. */
async function recordStatements(domain: KnownDomain, pages: readonly Backlink[][], now: Date): Promise<Statement[]> {
  const statements: Statement[] = [];
  const recorder = {
    query: (text: string, values: readonly unknown[]) => {
      statements.push({ text: `${text.slice(0, text.indexOf(' on conflict'))} on conflict do nothing`, values });
      return Promise.resolve({ rows: [] });
    },
  } as unknown as Sql;
  for (const rows of pages) await ingestBacklinks(recorder, { domain, rows, now, sourceEndpoint: 'bench' });
  return statements;
}

async function ingestLong(context: AppContext): Promise<{ linksPerSecond: number; earlyMib: number; endMib: number }> {
  const { postgres, clock } = context;
  const domain = await ensureDomain(postgres, 'bench-long.com', new Date());
  await beginFetch(postgres, { domainId: domain.id, part: 'backlinks' }, { workflowId: 'wf_bench', rowsWanted: LINKS, now: new Date() });
  let earlyMib = Number.NaN;
  const searchData = makeSource((from) => {
    if (from === EARLY) earlyMib = measureHeapMib();
  });
  const ctx = { postgres: postgres as Postgres, clock, searchData };
  const planned = { part: 'backlinks', plan: 'begin', rowsWanted: LINKS, costBeforeUsd: 0 } as const;
  const fetch = { domain, planned, workflowId: 'wf_bench', scope: { source: 'workflow' }, signal: new AbortController().signal } as const;
  const spentMs = await timeMs(async () => {
    while (!(await fetchList(ctx, fetch)));
  });
  return { linksPerSecond: (LINKS * 1_000) / spentMs, earlyMib, endMib: measureHeapMib() };
}

/** A provider with more links than anybody wants. @param onPage gets the number of the first link of a page */
function makeSource(onPage: (from: number) => void): SearchData {
  const fetchBacklinks: SearchData['fetchBacklinks'] = ({ offset = 0, token }) => {
    const from = token === undefined ? offset : Number(token);
    onPage(from);
    const rows = makePage(100_000_000 + from);
    return Promise.resolve({ rows, came: rows.length, total: LINKS * 2, nextToken: String(from + rows.length), costUsd: 0.05 });
  };
  return { fetchBacklinks } as Partial<SearchData> as SearchData;
}

/** What is really in use. */
function measureHeapMib(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / MIB;
}
