import { addDays } from '#kernel/days.ts';
import { findEventKind } from '#areas/alerts/events/index.ts';
import { judgeRules } from '#areas/alerts/judge/judge-rule.ts';
import { RULE_DEFAULTS, type Condition } from '#areas/alerts/rule.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { startBenchApp, type BenchApp } from '../support/app.ts';
import type { Bench, BenchRow } from '../support/bench.ts';
import { loadBulkProject, type BulkProject } from '../support/bulk-project.ts';
import { readCpu } from '../support/cpu.ts';
import { median, timePairs } from '../support/measure.ts';
import { measureIngestCpu } from '../serp-ingest.ts';
import { awaitMerges } from '../support/merges.ts';
import { measureDelay } from './delay.ts';
import { measurePresets } from './presets.ts';

const PROJECT = { projectId: 'proj_alerts', keywords: 10_000 };
const DAYS = 90;
/** What a preview looks back on too. */
const LOOK_BACK_DAYS = 60;
const ROUNDS = 7;
const FOLD_ROUNDS = 3;
const PREVIEW_MS_MAX = 2_000;
const FOLD_MS_MAX = 300;
const MEMORY_MB_MAX = 300;
const SAMPLE_MS = 20;
const MB = 1_048_576;
const RULES = 20;
const SHARE_MAX = 0.1;

const CONDITION: Condition = { ...RULE_DEFAULTS, when: { event: 'dropped' } };

/** The bound is the least that a preview needs: the same rows read by the store, and counted. */
export const alerts: Bench = {
  name: 'alerts',
  summary: `POST /api/alert-rules/preview of ${PROJECT.keywords} keywords and ${DAYS} days, against the same rows read and counted; a round; what the rules of a new project say`,
  run: async () => ({ rows: [...(await measureBulk()), await measureDelay(), ...(await measurePresets())] }),
};

/** The preview and the round of a large project. */
async function measureBulk(): Promise<BenchRow[]> {
  const bench = await startBenchApp();
  try {
    const { postgres, clickhouse, clock } = bench.app.context;
    const lastDay = clock.now().toISOString().slice(0, 10);
    await loadBulkProject(postgres, PROJECT);
    await insertDrift(clickhouse, PROJECT, lastDay);
    await postgres.query('vacuum analyze');
    await awaitMerges(clickhouse);
    const asked = { items: 0, considered: 0 };
    const times = await timePairs(
      ROUNDS,
      async () => {
        const { items_total: items, considered } = await preview(bench);
        Object.assign(asked, { items, considered });
      },
      () => countRows(clickhouse, lastDay),
    );
    return [
      { figure: 'the preview', value: times.oursMs, unit: 'ms', bound: { atMost: PREVIEW_MS_MAX } },
      { figure: 'its rows read and counted', value: times.boundMs, unit: 'ms' },
      { figure: 'share of the bound', value: times.speedRatio, unit: 'of it' },
      { figure: 'comparisons', value: asked.considered, unit: 'outcomes' },
      { figure: 'matches', value: asked.items, unit: 'items' },
      await measureFold(bench, lastDay),
      await measureMemory(bench),
      ...(await measureRound(bench, lastDay)),
    ];
  } finally {
    await bench.stop();
  }
}

async function preview(bench: BenchApp): Promise<{ readonly items_total: number; readonly considered: number }> {
  return await bench.call('POST', '/api/alert-rules/preview', { project_id: PROJECT.projectId, rule: { when: { event: 'dropped' } } });
}

async function countRows(clickhouse: ClickHouse, lastDay: string): Promise<void> {
  await clickhouse.command(
    `select count(), sum(position), sum(checked_depth), max(check_ts), sum(cityHash64(url, provider, keyword_id)), countIf(status = 'failed')
     from ranking_history
     where project_id = '${PROJECT.projectId}' and domain = 'ours.com' and check_date > toDate('${lastDay}') - ${DAYS + LOOK_BACK_DAYS}
     format Null`,
  );
}

/** The fold alone, between the reads. */
async function measureFold({ app }: BenchApp, lastDay: string): Promise<BenchRow> {
  const kind = findEventKind('dropped')!;
  const from = addDays(lastDay, 1 - DAYS);
  const params = kind.params.parse({});
  const times: number[] = [];
  for (let round = 0; round < FOLD_ROUNDS; round += 1) {
    let foldMs = 0;
    const question = { projectId: PROJECT.projectId, from, to: lastDay, condition: CONDITION };
    for await (const { subject, observations } of kind.source.read(app.context, question)) {
      const begun = performance.now();
      kind.fold(params, subject, observations, { condition: CONDITION, from, unjudgedDays: new Set() });
      foldMs += performance.now() - begun;
    }
    times.push(foldMs);
  }
  return { figure: 'the fold in it', value: median(times), unit: 'ms', bound: { atMost: FOLD_MS_MAX } };
}

/** A round of the last day under all rules of a project: what it takes of the processor. */
async function measureRound(bench: BenchApp, day: string): Promise<BenchRow[]> {
  const rules = Array.from({ length: RULES }, (_, at) => ({
    condition: { ...CONDITION, when: at % 2 === 0 ? { event: 'dropped', by: 1 + at } : { event: 'left_top', n: 1 + at } },
    mutes: [],
    open: [],
  }));
  const times: number[] = [];
  for (let round = 0; round < FOLD_ROUNDS; round += 1) {
    const before = await readCpu(process.pid);
    await judgeRules(bench.app.context, { projectId: PROJECT.projectId, from: day, to: day, rounds: [] }, rules);
    times.push((await readCpu(process.pid)).allMs - before.allMs);
  }
  const roundMs = median(times);
  const ingestMs = await measureIngestCpu(bench);
  return [
    { figure: `a round under ${RULES} rules, of the processor`, value: roundMs, unit: 'ms' },
    { figure: 'ingestion of an answer, of the processor', value: ingestMs, unit: 'ms' },
    {
      figure: 'the round by the ingestion of its checks',
      value: roundMs / (ingestMs * PROJECT.keywords),
      unit: 'of it',
      bound: { atMost: SHARE_MAX },
    },
  ];
}

/** How much larger the process is at most while it previews, than before. */
async function measureMemory(bench: BenchApp): Promise<BenchRow> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const sampler = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), SAMPLE_MS);
  await preview(bench);
  clearInterval(sampler);
  return { figure: 'memory beside what was there', value: (most - before) / MB, unit: 'MB', bound: { atMost: MEMORY_MB_MAX } };
}

/** Positions that drift by a place or two, with a fall of ten to thirty places of one in two hundred outcomes. */
async function insertDrift(clickhouse: ClickHouse, { projectId, keywords }: BulkProject, lastDay: string): Promise<void> {
  const days = DAYS + LOOK_BACK_DAYS;
  await clickhouse.command(`
    insert into ranking_history (
      project_id, keyword_id, keyword, engine, channel, device, location_code, language_code, domain, asset_id, relationship, status, position,
      rank_group, url, title, checked_depth, run_id, check_date, check_ts, provider, cost_usd, serp_features)
    with
      intDiv(number, ${days * 2}) + 1 as keyword_number, intDiv(number, ${days}) % 2 as site, toDate('${lastDay}') - number % ${days} as date,
      cityHash64(keyword_number, site, date) as chance,
      1 + cityHash64(keyword_number, site) % 80 + chance % 3 + if(chance % 200 = 7, 10 + chance % 21, 0) as place
    select
      '${projectId}', concat('kw_${projectId}_', toString(keyword_number)), concat('keyword ', toString(keyword_number)), 'engine_a', 'seo',
      if(keyword_number % 2 = 0, 'desktop', 'mobile'), 2840, 'en', if(site = 0, 'ours.com', 'rival.com'), concat('ast_${projectId}', toString(site + 1)),
      if(site = 0, 'MINE', 'COMPETITOR'), if(place <= 100, 'ranked', 'not_found'), if(place <= 100, place + 1, null), if(place <= 100, place, null),
      if(place <= 100, concat('https://www.example.com/a/rather/usual/page-', toString(keyword_number)), ''), 'A title of the usual length', 100,
      concat('run_', lower(hex(cityHash64(keyword_number, date)))), date, toDateTime64(date, 3, 'UTC') + toIntervalHour(1), 'dataforseo', 0.00465,
      ['organic', 'people_also_ask', 'related_searches']
    from numbers(${keywords * 2 * days})
    settings max_threads = 2, max_insert_threads = 1`);
}
