import { listTrackingProjects } from '#areas/keywords/index.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#kernel/durations.ts';
import { newId } from '#kernel/ids.ts';
import { openTestStores } from '../../../../../test/support/index.ts';
import { makeAnswer, makeItem, makeProject, makeTracked, WORLD_NOW } from '../../../../../test/support/rankings-world.ts';
import { toQueryId, type SerpCheck } from '../../check.ts';
import { listResultPages } from '../../results/result-pages.ts';
import { ensureRunPartition } from '../../runs/store/runs.ts';
import { prepareIngest } from '../ingest-serp.ts';
import { storePages } from './ingest.ts';

test('pages of many keywords, two of them of one, are stored together and each once', async (t) => {
  const { postgres, clickhouse } = await openTestStores(t);
  const projectId = await makeProject(postgres, [{ value: 'mine.com' }]);
  const [chairs, tables] = [await makeTracked(postgres, projectId, 'chairs'), await makeTracked(postgres, projectId, 'tables')];
  /** @param position of our site; null: it is not on the page */
  const read = async (check: SerpCheck, position: number | null, day: number) => {
    const { items, ...answer } = makeAnswer(position === null ? [] : [makeItem(position, 'mine.com', { title: `Größe ${day} – 椅子` })]);
    const checkTs = new Date(WORLD_NOW.getTime() + day * DAY_MS);
    await ensureRunPartition(postgres, checkTs);
    const origin = { id: newId('run_'), queryId: toQueryId(check), projectId, workflowId: null, depth: 100, checkTs, fetchedAt: checkTs };
    const page = { items, run: { ...answer, ...origin } };
    return prepareIngest({ check, page }, await listTrackingProjects(postgres, check)).page;
  };
  const pages = [await read(chairs, 3, 0), await read(tables, null, 0), await read(chairs, 9, 1)];
  const ids = pages.map(({ run }) => run.id);

  assert.deepEqual([...(await storePages(postgres, pages, WORLD_NOW))].toSorted(), ids.toSorted());
  const later = await read(tables, 5, 1);
  assert.deepEqual([...(await storePages(postgres, [...pages, later], WORLD_NOW))], [later.run.id], 'what was stored is not applied again');

  const stored = await listResultPages({ postgres, clickhouse }, ids);
  for (const { run } of pages) assert.deepEqual(stored.get(run.id)?.run, run);
  assert.deepEqual(
    ids.map((id) => stored.get(id)?.items.find(({ domain }) => domain === 'mine.com')?.title),
    ['Größe 0 – 椅子', undefined, 'Größe 1 – 椅子'],
  );
  const { rows } = await postgres.query<{ keywordText: string; position: number; previousPosition: number | null; runId: string }>(
    'select keyword_text, position, previous_position, run_id from current_rankings order by keyword_text',
  );
  assert.deepEqual(
    rows.map((row) => [row.keywordText, row.position, row.previousPosition, row.runId]),
    [
      ['chairs', 9, 3, ids[2]],
      ['tables', 5, null, later.run.id],
    ],
  );
  const { rows: waiting } = await postgres.query<{ tableName: string; count: number }>(
    'select table_name, sum(rows_count) as count from outbox group by table_name order by table_name',
  );
  assert.deepEqual(
    waiting.map(({ tableName: table, count }) => [table, count]),
    [
      ['ranking_history', 4],
      ['serp_checks', 4],
      ['serp_pages', [...pages, later].reduce((sum, { resultsCount }) => sum + resultsCount, 0)],
      ['serp_run_details', 4],
    ],
  );
});
