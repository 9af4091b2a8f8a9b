import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { openTestStores } from '../../../../test/support/index.ts';
import { makeItem } from '../../../../test/support/rankings-world.ts';
import { makeRichItems } from '../../../../test/support/results-world.ts';
import { fromPageLine, toPageLine, toRowsOfPage } from './page-line.ts';
import { fromResultLine } from './result-row.ts';

const SHARED = {
  run_id: 'run_1',
  keyword_id: 'kw_1',
  keyword: 'größte "Stühle"',
  project_id: 'proj_1',
  organization_id: 'org_1',
  customer_id: 'org_1',
  engine: 'engine_a',
  kind: 'organic',
  location_code: 2840,
  language_code: 'en',
  device: 'desktop',
  run_date: '2026-11-29',
  tracked_at: '2026-11-29 08:00:00.123',
  serp_features: ['organic', 'paid'],
};
const listRows = {
  name: 'test-rows',
  sql: 'select * from serp_runs where run_id = {run_id:String} order by rank_absolute, rank_group, type, url',
  params: z.object({ run_id: z.string() }),
  row: z.record(z.string(), z.unknown()),
};

test('a line becomes the same rows in ClickHouse as its results row by row, and once however often it arrives', async (t) => {
  const { clickhouse } = await openTestStores(t);
  const overview = { text: null, references: [{ url: 'https://one.com/', title: 'One', source: null }] };
  const rich = [...makeRichItems(), makeItem(101, null, { type: 'ai_overview', title: null, description: null, overview })];
  const pages = {
    run_rich: { items: rich, previousByItem: new Map([[rich[3] ?? makeItem(1, null), 12]]) },
    run_plain: { items: [makeItem(1, 'one.com'), makeItem(2, null, { title: null, description: null })] },
    run_bare: { items: [makeItem(7, null, { type: 'images', title: null, description: null })] },
    run_unranked: { items: [makeItem(0, 'zero.com', { rankGroup: 0 }), makeItem(0, 'other.com', { rankGroup: 0 })] },
  };
  for (const [runId, page] of Object.entries(pages)) {
    const line = toPageLine({ shared: { ...SHARED, run_id: runId }, ...page });
    for (let time = 0; time < 2; time += 1) await clickhouse.insertLines('serp_pages', line, `page:${runId}`);
    const arrived = await clickhouse.query(listRows, { run_id: runId });
    assert.equal(arrived.length, page.items.length);

    const rows = toRowsOfPage(line).map((row) => JSON.stringify({ ...row, run_id: `${runId}_rows` }));
    await clickhouse.insertLines('serp_runs', rows.join('\n'), `rows:${runId}`);
    const expected = await clickhouse.query(listRows, { run_id: `${runId}_rows` });
    assert.deepEqual(
      arrived,
      expected.map((row) => ({ ...row, run_id: runId })),
    );
    assert.deepEqual(fromPageLine(line), rows.map(fromResultLine));
  }
  const [moved] = (await clickhouse.query(listRows, { run_id: 'run_rich' })).filter((row) => row['previous_position'] !== null);
  const position = rich[3]?.rankAbsolute ?? 0;
  assert.deepEqual([moved?.['position'], moved?.['rank_absolute'], moved?.['position_change']], [position, position, 12 - position]);
});

test('a line has what its results share once, and no list without a value', () => {
  const line = toPageLine({ shared: SHARED, items: [makeItem(1, 'one.com'), makeItem(2, 'two.com')] });
  const page = JSON.parse(line) as Record<string, unknown>;
  assert.deepEqual(page, {
    ...SHARED,
    type: ['organic', 'organic'],
    rank_absolute: [1, 2],
    rank_group: [1, 2],
    domain: ['one.com', 'two.com'],
    url: ['https://one.com/page-1', 'https://two.com/page-2'],
    title: ['Result 1', 'Result 2'],
    snippet: ['What stands at 1', 'What stands at 2'],
  });
});
