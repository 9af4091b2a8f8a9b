import { DEPTH_STRATEGIES, type DepthStrategy } from '#areas/keywords/index.ts';
import { startBenchApp, type BenchApp } from './support/app.ts';
import type { Bench, BenchRow } from './support/bench.ts';

const KEYWORDS = 300;
const DAYS = 3;
const THOUSAND = 1_000;

interface Day {
  readonly cost_usd: number;
  readonly checked: number;
  readonly ranked: number;
}

/** What a day of tracking costs with each way of reading, on keywords of which a site ranks for some. */
export const depthStrategies: Bench = {
  name: 'depth-strategies',
  summary: `the cost of a daily check of 1,000 keywords, 100 results deep, measured on ${KEYWORDS} keywords over ${DAYS} days`,
  run: async () => {
    const bench = await startBenchApp();
    try {
      const rows: BenchRow[] = [];
      for (const strategy of DEPTH_STRATEGIES) rows.push(...(await measure(bench, strategy)));
      return { rows, notes: ['through the queue; live checks cost 3.3 times as much'] };
    } finally {
      await bench.stop();
    }
  },
};

async function measure(bench: BenchApp, strategy: DepthStrategy): Promise<BenchRow[]> {
  const sandboxUrl = String(bench.app.context.config.sandbox);
  const story = (await (await fetch(`${sandboxUrl}/_sandbox/world/story?keywords=${KEYWORDS}`)).json()) as {
    site: { domain: string };
    keywords: { keyword: string }[];
  };
  const { project_id: projectId } = await bench.call<{ project_id: string }>('POST', '/api/projects', {
    name: strategy,
    organization_id: 'org_bench',
  });
  await bench.call('POST', '/api/assets', {
    project_id: projectId,
    type: 'website',
    value: story.site.domain,
    name: story.site.domain,
    skip_onboarding: true,
  });
  const keywords = story.keywords.map(({ keyword }) => ({ project_id: projectId, keyword_text: keyword, depth_strategy: strategy }));
  const tracked = await bench.call<{ serp_tracking: { workflow_id: string } }>('POST', '/api/keywords/track', { keywords });
  const { workflows, clock } = bench.app.context;
  await workflows.waitFor(tracked.serp_tracking.workflow_id, 120_000);

  const days: Day[] = [];
  for (let day = 0; day < DAYS; day += 1) {
    const before = clock.now().getTime();
    await fetch(`${sandboxUrl}/_sandbox/clock`, { method: 'POST', body: JSON.stringify({ advance_days: 1 }) });
    while (clock.now().getTime() - before < 80_000_000) await new Promise((resolve) => setTimeout(resolve, 20));
    const id = await workflows.start('subscription-dispatch', { project_id: projectId });
    const ended = await workflows.waitFor<Day>(id, 120_000);
    if (ended?.output.checked !== KEYWORDS) throw new Error(`The day ended with ${JSON.stringify(ended?.output)}`);
    days.push(ended.output);
  }
  // Else the next strategy would share its checks with this one.
  await bench.call('DELETE', `/api/projects/${projectId}`);
  const sum = (pick: (day: Day) => number): number => days.reduce((total, day) => total + pick(day), 0);
  return [
    { figure: `${strategy}: a day of 1,000 keywords`, value: (sum((day) => day.cost_usd) * THOUSAND) / (KEYWORDS * DAYS), unit: 'USD' },
    { figure: `${strategy}: keywords with a position`, value: sum((day) => day.ranked) / (KEYWORDS * DAYS), unit: 'of all' },
  ];
}
