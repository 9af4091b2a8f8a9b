import { SerpCheck, toQueryId } from '#areas/rankings/check.ts';
import { ingestSerp } from '#areas/rankings/ingest/ingest-serp.ts';
import { newId } from '#kernel/ids.ts';
import { toSerpPage } from '#providers/dataforseo/serp/mapper.ts';
import { makeBenchProject, startBenchApp, type BenchApp } from './support/app.ts';
import type { Bench } from './support/bench.ts';
import { readCpu } from './support/cpu.ts';
import { timePairs } from './support/measure.ts';

const ANSWERS = 300;
const CONCURRENCY = 8;
const ROUNDS = 7;
const RATIO_MIN = 0.6;
const DEPTH = 100;

interface RawAnswer {
  readonly check: SerpCheck;
  /** The provider's answer as received. */
  readonly text: string;
}

/** From the provider's answer to positions and history in both stores, against the least that could be done with it. */
export const serpIngest: Bench = {
  name: 'serp-ingest',
  summary: `${ANSWERS} provider answers of about ${DEPTH} results: parse, match, store, outbox, shipped; against JSON.parse, one insert, one ClickHouse insert`,
  run: async () => {
    const bench = await startBenchApp();
    try {
      const projectId = await makeBenchProject(bench, ['ledgerwise.app', 'invoiceindex.org']);
      await bench.call('PUT', '/api/admin/config', { drain_mode: true });
      const answers = await fetchAnswers(bench, projectId);
      const times = await timePairs(
        ROUNDS,
        () => ingestAll(bench, projectId, answers),
        () => ingestBare(bench, answers),
      );
      const resultsCount = answers.reduce((sum, { text }) => sum + parse(text).items.length, 0) / answers.length;
      return {
        rows: [
          { figure: 'speed of the bare loop', value: times.speedRatio, unit: 'of it', bound: { atLeast: RATIO_MIN } },
          { figure: 'answers a second', value: (1000 * ANSWERS) / times.oursMs, unit: '/s' },
          { figure: 'bare loop, answers a second', value: (1000 * ANSWERS) / times.boundMs, unit: '/s' },
          { figure: 'elements an answer', value: resultsCount, unit: '' },
        ],
      };
    } finally {
      await bench.stop();
    }
  },
};

/** Tracks keywords, and takes the sandbox's answers for them as text. */
async function fetchAnswers(bench: BenchApp, projectId: string): Promise<RawAnswer[]> {
  const sandboxUrl = String(bench.app.context.config.sandbox);
  const story = (await (await fetch(`${sandboxUrl}/_sandbox/world/story?keywords=${ANSWERS}`)).json()) as {
    keywords: { keyword: string }[];
  };
  const tracked = await bench.call<{ keywords: { keyword_id: string; keyword_text: string }[] }>('POST', '/api/keywords/track', {
    keywords: story.keywords.map(({ keyword }) => ({ project_id: projectId, keyword_text: keyword })),
  });
  const answers: RawAnswer[] = [];
  for (const { keyword_id: keywordId, keyword_text: keyword } of tracked.keywords) {
    const response = await fetch(`${sandboxUrl}/v3/serp/google/organic/live/advanced`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('bench:bench')}`, 'content-type': 'application/json' },
      body: JSON.stringify([{ keyword, location_code: 2840, language_code: 'en', depth: DEPTH }]),
    });
    const text = await response.text();
    const check = SerpCheck.parse({
      keywordId,
      engine: 'engine_a',
      channel: 'seo',
      keyword,
      locationCode: 2840,
      languageCode: 'en',
      device: 'desktop',
      depth: DEPTH,
    });
    // A few keywords have no results; the others are about a hundred long.
    if (((JSON.parse(text) as Envelope).tasks[0]?.result?.[0]?.items?.length ?? 0) > 0) answers.push({ check, text });
  }
  return answers;
}

interface Envelope {
  readonly tasks: readonly { readonly id: string; readonly result: readonly { readonly items: readonly object[] }[] | null }[];
}

function parse(text: string) {
  const task = (JSON.parse(text) as Envelope).tasks[0];
  return { ...toSerpPage(task?.result?.[0], { kind: 'organic', depth: DEPTH }, () => undefined), taskId: task?.id ?? null };
}

/** What one answer takes of the processor, in this process and the stores that it has started, in milliseconds. */
export async function measureIngestCpu(bench: BenchApp): Promise<number> {
  const projectId = await makeBenchProject(bench, ['ledgerwise.app', 'invoiceindex.org']);
  await bench.call('PUT', '/api/admin/config', { drain_mode: true });
  const answers = await fetchAnswers(bench, projectId);
  await ingestAll(bench, projectId, answers);
  const before = await readCpu(process.pid);
  await ingestAll(bench, projectId, answers);
  const after = await readCpu(process.pid);
  return (after.allMs - before.allMs) / answers.length;
}

async function ingestAll({ app }: BenchApp, projectId: string, answers: readonly RawAnswer[]): Promise<void> {
  const { context } = app;
  await forEach(answers, async ({ check, text }) => {
    const { items, ...page } = parse(text);
    const run = {
      ...page,
      id: newId('run_'),
      queryId: toQueryId(check),
      projectId,
      workflowId: null,
      depth: DEPTH,
      provider: 'dataforseo',
      costUsd: 0.0155,
      checkTs: context.clock.now(),
      fetchedAt: new Date(context.clock.realNow()),
    };
    await ingestSerp(context, { check, page: { run, items } });
  });
  await context.outbox.flush();
}

/** Nothing but parsing and two inserts; ClickHouse gets one batch, as large as the outbox would make it. */
async function ingestBare({ app }: BenchApp, answers: readonly RawAnswer[]): Promise<void> {
  const { postgres, clickhouse, clock } = app.context;
  const now = clock.now();
  const lines: string[] = [];
  await forEach(answers, async ({ check, text }) => {
    const items = (JSON.parse(text) as Envelope).tasks[0]?.result?.[0]?.items ?? [];
    const runId = newId('run_');
    await postgres.query(
      `insert into serp_runs (id, query_id, keyword_id, engine, kind, status, depth, provider, results, check_date, created_at, fetched_at)
       values ($1, 'qry_bare', $2, 'engine_a', 'organic', 'completed', 100, 'bare', $3, $4::timestamptz::date, $4, $4)`,
      [runId, check.keywordId, JSON.stringify(items), now],
      'bench-bare-run',
    );
    for (const item of items) lines.push(toBareLine(item as Readonly<Record<string, unknown>>, runId, check));
  });
  await clickhouse.insertLines('serp_runs', lines.join('\n'), newId('run_'));
}

function toBareLine(item: Readonly<Record<string, unknown>>, runId: string, check: SerpCheck): string {
  return JSON.stringify({
    run_id: runId,
    keyword_id: check.keywordId,
    keyword: check.keyword,
    engine: check.engine,
    kind: 'organic',
    location_code: check.locationCode,
    language_code: check.languageCode,
    device: check.device,
    run_date: '2026-01-01',
    tracked_at: '2026-01-01T00:00:00.000Z',
    type: item['type'],
    position: item['rank_group'],
    rank_absolute: item['rank_absolute'],
    domain: item['domain'] ?? '',
    url: item['url'] ?? '',
    title: item['title'] ?? '',
    snippet: item['description'] ?? '',
  });
}

async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  const take = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, take));
}
