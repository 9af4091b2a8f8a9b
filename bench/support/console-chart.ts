import { addDays } from '#kernel/days.ts';
import type { BenchApp } from './app.ts';
import type { BenchRow } from './bench.ts';
import { openConsole, timeInPage } from './console-page.ts';

const DAYS = 365;
const LINES = 50;

/** A chart of a year, drawn from nothing. The loaded project has three sites, so the answer is made up here. */
export async function measureChart(bench: BenchApp, projectId: string): Promise<BenchRow> {
  const { page, open, context } = await openConsole(bench);
  const lastDay = bench.app.context.clock.now().toISOString().slice(0, 10);
  await page.route('**/api/rankings/summary?*', (route) => route.fulfill({ json: { success: true, days: makeDays(lastDay) } }));
  await open(`/console/p/${projectId}/competitors?range=365d`);
  const chart = page.getByRole('region', { name: 'Share of voice', exact: true });
  const drawn = await timeInPage(page, {
    prepare: () => chart.getByRole('button', { name: 'Show as table' }).click(),
    act: () => chart.getByRole('button', { name: 'Show as chart' }).click(),
  });
  await context.close();
  return { figure: `a chart of ${DAYS} days and ${LINES} lines`, value: drawn, unit: 'ms', bound: { atMost: 150 } };
}

function makeDays(lastDay: string): object[] {
  const counts = { keywords: 100, ranked: 80, top_3: 5, top_10: 20, average_position: 31.5 };
  const movers = { up: 4, down: 3, new: 2, lost: 1, unchanged: 70 };
  return Array.from({ length: DAYS }, (_, age) => ({
    date: addDays(lastDay, age - DAYS + 1),
    failed: 0,
    assets: Array.from({ length: LINES }, (__, line) => ({
      domain: `site-${line}.example`,
      asset_name: `Site ${line}`,
      relationship: line === 0 ? 'MINE' : 'COMPETITOR',
      share_of_voice: (1 + Math.sin(line + age / 30)) / (2 * LINES),
      ...counts,
      movers,
    })),
  }));
}
