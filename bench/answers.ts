import { z } from 'zod';
import { toPeriod } from '#areas/answers/asking/weeks.ts';
import { addDays } from '#kernel/days.ts';
import { measureDetection, measureDraws } from './support/answer-draws.ts';
import { startBenchApp, type BenchApp } from './support/app.ts';
import type { Bench } from './support/bench.ts';
import { loadBulkAnswers, type BulkAnswers, type BulkAnswersProject } from './support/bulk-answers.ts';
import { median, timeMs } from './support/measure.ts';
import { awaitMerges } from './support/merges.ts';

const SURFACES = ['ai_mode', 'chat_gpt', 'gemini'];
const LARGE = { prompts: 500, surfaces: SURFACES, weeks: 12, samples: 5 };
const SMALL = { ...LARGE, prompts: LARGE.prompts / 10 };
const ROUNDS = 40;
const WARM_UP = 5;
const SUMMARY_MS_MAX = 300;
const RATIO_MAX = 3;

/** Whether intervals and verdicts hold, whether names are found, and what a summary takes over the counts that it is made of. */
export const answers: Bench = {
  name: 'answers',
  summary: `answers of the sandbox's assistants, counted, judged and searched for names as the service does; the summary of ${LARGE.prompts} prompts x ${SURFACES.length} surfaces x ${LARGE.weeks} weeks x ${LARGE.samples}, against one statement that counts the same rows, and of a tenth`,
  run: async () => {
    const judged = [...measureDraws(), ...(await measureDetection())];
    const bench = await startBenchApp();
    try {
      const lastWeek = toPeriod(bench.app.context.clock.now());
      const small = await measureSummary(bench, { ...SMALL, lastWeek });
      const large = await measureSummary(bench, { ...LARGE, lastWeek });
      return {
        rows: [
          ...judged,
          { figure: `the summary of ${SMALL.prompts} prompts, p95`, value: small.p95Ms, unit: 'ms' },
          { figure: 'its ratio to the statement', value: small.ratio, unit: 'times' },
          { figure: `the summary of ${LARGE.prompts} prompts, p95`, value: large.p95Ms, unit: 'ms', bound: { atMost: SUMMARY_MS_MAX } },
          { figure: 'the statement, p50', value: large.bareMs, unit: 'ms' },
          { figure: 'its ratio to the statement', value: large.ratio, unit: 'times', bound: { atMost: RATIO_MAX } },
          { figure: `times that of ${SMALL.prompts} prompts, p50`, value: large.p50Ms / small.p50Ms, unit: 'times' },
        ],
        notes: [
          'intervals and verdicts: draws of the simulated assistants; mentions: their texts, without the brands that the provider sees',
          'ratios are medians of pairs that follow each other',
        ],
      };
    } finally {
      await bench.stop();
    }
  },
};

interface Measured {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly bareMs: number;
  readonly ratio: number;
}

async function measureSummary(bench: BenchApp, size: BulkAnswers): Promise<Measured> {
  const project = await loadBulkAnswers(bench, size);
  const { postgres, clickhouse } = bench.app.context;
  await postgres.query('vacuum analyze');
  await awaitMerges(clickhouse);
  const from = addDays(size.lastWeek, -7 * (size.weeks - 1));
  const path = `/api/answers/summary?project_id=${project.projectId}&from=${from}`;
  const expected = size.prompts * size.weeks * size.samples;
  const ours = async (): Promise<void> => {
    const { groups } = await bench.call<{ groups: { samples: Record<string, number> }[] }>('GET', path);
    for (const { samples } of groups) {
      const counted = Object.values(samples).reduce((sum, one) => sum + one, 0);
      if (counted !== expected) throw new Error(`${counted} answers were counted, and there are ${expected}`);
    }
  };
  const bare = async (): Promise<void> => void (await readBare(bench, project, { from, to: size.lastWeek }));
  for (let round = 0; round < WARM_UP; round += 1) {
    await ours();
    await bare();
  }
  const rounds: { readonly oursMs: number; readonly bareMs: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push({ bareMs: await timeMs(bare), oursMs: await timeMs(ours) });
  const sorted = rounds.map(({ oursMs }) => oursMs).toSorted((one, other) => one - other);
  return {
    p50Ms: median(sorted),
    p95Ms: sorted[Math.ceil(ROUNDS * 0.95) - 1] ?? Number.NaN,
    bareMs: median(rounds.map(({ bareMs }) => bareMs)),
    ratio: median(rounds.map(({ oursMs, bareMs }) => oursMs / bareMs)),
  };
}

/** The least that the summary needs: for each prompt on each surface what was answered, names us and cites us. */
const countBare = {
  name: 'bench-count-answers',
  sql: `select surface, prompt_id, countIf(status = 'answered') as answered, countIf(status = 'answered' and hasAny(named, {own_ids:Array(String)})) as ours,
      countIf(status = 'answered' and has(cited_domains, 'invoicenest.com')) as cited, sum(length(named)) as brand_count, sum(length(cited_domains)) as site_count
    from answer_results final
    where project_id = {project_id:String} and period between {from:Date} and {to:Date} and is_planned = 1
    group by surface, prompt_id order by surface, prompt_id`,
  params: z.object({ project_id: z.string(), from: z.string(), to: z.string(), own_ids: z.array(z.string()) }),
  row: z.object({ surface: z.string(), prompt_id: z.string() }).loose(),
};

async function readBare(
  bench: BenchApp,
  { projectId, ownIds }: BulkAnswersProject,
  span: { from: string; to: string },
): Promise<unknown[]> {
  return await bench.app.context.clickhouse.query(countBare, { project_id: projectId, ...span, own_ids: [...ownIds] });
}
