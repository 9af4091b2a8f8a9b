import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { startTestApp, TEST_ADMIN_KEY, type TestApp } from '../support/app.ts';
import { makeForeignFolder } from '../support/foreign-files/folder.ts';
import { makeSerpBearFile } from '../support/foreign-files/serpbear.ts';
import { makeImportClient } from '../support/import-client.ts';
import { makeProject, track } from '../support/rankings-api.ts';
import { waitUntil } from '../support/wait-until.ts';

const KEYWORDS = ['keyword 0', 'keyword 2'];
const DAYS = 400;
const FIRST = '2025-01-01';

/** All that answers of positions are made of, shares of voice among them. */
const ANSWERS = [
  '/api/rankings/grid?project_id=PROJECT',
  '/api/rankings/grid?project_id=PROJECT&format=csv',
  '/api/rankings/summary?project_id=PROJECT',
  '/api/rankings/moves?project_id=PROJECT',
  '/api/rankings/series?project_id=PROJECT&from=2025-01-01&to=2025-12-31',
  '/api/rankings/series?project_id=PROJECT&from=2025-01-01&to=2025-12-31&imported=false',
  '/api/rankings?project_id=PROJECT',
  '/api/rankings/pages?project_id=PROJECT',
  '/api/projects/PROJECT/visibility?sections=search',
  '/api/projects/PROJECT/visibility.csv?sections=search',
  '/api/annotations?project_id=PROJECT',
  '/api/alerts?project_id=PROJECT',
  '/api/project-keywords?project_id=PROJECT',
  '/api/tags?project_id=PROJECT',
];
/** The record that someone brought a file stays, and what the service notes of its own work. */
const KEPT = /^(?:imports|audit_\w+|workflow\w*|dbos\w*|api_keys|outbox|processes|request_\w+|cost_\w+|job_runs|jobs|idempotency\w*)$/u;

const listCounts = {
  name: 'test-count-rows',
  sql: `select name, toUInt64(ifNull(total_rows, 0)) as rows from system.tables where database = currentDatabase() and name like 'imported%' order by name`,
  params: z.object({}),
  row: z.object({ name: z.string(), rows: z.coerce.number() }),
};

async function hashAnswers({ api }: TestApp, projectId: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const path of ANSWERS) {
    const { status, body } = await api.get(path.replaceAll('PROJECT', projectId));
    assert.equal(status, 200, `${path} ${JSON.stringify(body)}`);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    hashes[path] = createHash('sha256').update(text).digest('hex');
  }
  return hashes;
}

async function countRows({ stores: { postgres, clickhouse } }: TestApp): Promise<object> {
  const { rows: tables } = await postgres.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables.filter((table) => !KEPT.test(table.name)))
    counts[name] = (await postgres.query<{ total: number }>(`select count(*) as total from "${name}"`)).rows[0]?.total ?? 0;
  return { ...counts, imported: await clickhouse.query(listCounts, {}) };
}

test('400 days of SerpBear are exact, change no answer that does not ask for them, and are undone without a trace in both stores', async (t) => {
  const app = await startTestApp(t);
  const { api, url } = app;
  const client = makeImportClient(api, url, TEST_ADMIN_KEY);
  const projectId = await makeProject(api, ['example.com', 'rival.com'], 'org_trace');
  await track(app, projectId, KEYWORDS);
  const isLabelled = async () =>
    (await api.get(`/api/rankings/grid?project_id=${projectId}`)).body.columns.journey.every((value: unknown) => value !== null);
  await waitUntil(isLabelled, 'the words of the keywords to be looked at');
  const path = join(makeForeignFolder(t), 'database.sqlite');
  makeSerpBearFile(path, { keywords: 50, days: DAYS, first: FIRST });
  const before = { answers: await hashAnswers(app, projectId), rows: await countRows(app) };

  const id = await client.bring(projectId, 'database.sqlite', readFileSync(path), { language_code: 'en', time_zone: 'UTC' });
  assert.equal((await api.get(`/api/imports/${id}`)).body.import.points, 50 * DAYS);
  assert.deepEqual(await hashAnswers(app, projectId), before.answers);

  await t.test('a keyword has the places of its file: failed days none, zeros none, and only the newest day a depth', async () => {
    const { keywords } = (await api.get('/api/imports/' + id + '/keywords?limit=1')).body;
    // The file is of Germany, and the market of the project another one: the keyword is tracked where it was measured.
    assert.deepEqual([keywords[0].keyword, keywords[0].location_code, keywords[0].starred], ['keyword 0', 2276, true]);
    await api.post('/api/keywords/track', {
      project_id: projectId,
      keywords: ['keyword 0', 'keyword 10'].map((text) => ({
        keyword_text: text,
        location_code: 2276,
        language_code: 'en',
        check_interval: 'manual',
      })),
    });
    const spans = ['from=2025-01-01&to=2025-12-31', 'from=2026-01-01&to=2026-03-01'];
    const answers = await Promise.all(spans.map((span) => api.get(`/api/rankings/series?project_id=${projectId}&${span}&imported=true`)));
    const imported = answers.flatMap(({ body }) => body.imported);
    assert.equal(imported.length, 2 * DAYS);
    const read = (keywordId: string): Map<string, unknown[]> =>
      new Map(
        imported
          .filter((one: any) => one.keyword_id === keywordId)
          .map((one: any) => [one.date, [one.outcome, one.place, one.depth, one.quality, one.scale]]),
      );
    const zero = read(keywords[0].keyword_id);
    const [ten = ''] = imported.map((one: any) => one.keyword_id).filter((one: string) => one !== keywords[0].keyword_id);
    const first = read(ten);
    for (const [days, date, expected] of [
      [zero, '2025-01-01', ['unknown', null, null, 'as_reported', 'organic']],
      [zero, '2025-01-02', ['unknown', null, null, 'as_reported', 'organic']],
      [zero, '2025-01-03', ['ranked', 3, null, 'as_reported', 'organic']],
      [zero, '2025-01-12', ['ranked', 30, null, 'as_reported', 'organic']],
      [zero, '2025-01-13', ['unknown', null, null, 'as_reported', 'organic']],
      [zero, '2026-01-31', ['ranked', 26, null, 'as_reported', 'organic']],
      // The last good check, and three days that are copies of it.
      [zero, '2026-02-01', ['ranked', 29, null, 'measured', 'organic']],
      [zero, '2026-02-02', ['unknown', null, null, 'as_reported', 'organic']],
      [zero, '2026-02-04', ['unknown', null, null, 'as_reported', 'organic']],
      [first, '2026-01-31', ['ranked', 28, null, 'as_reported', 'organic']],
      // Nothing was found in the 30 results that were read that day.
      [first, '2026-02-01', ['not_found', null, 30, 'measured', 'organic']],
      [first, '2026-02-02', ['unknown', null, null, 'as_reported', 'organic']],
    ] as const)
      assert.deepEqual(days.get(date), expected, date);
  });

  await t.test('undo leaves both stores as they were', async () => {
    const other = await makeProject(api, ['example.com'], 'org_trace');
    await waitUntil(isLabelled, 'the words of the other keywords to be looked at');
    const rows = await countRows(app);
    const again = await client.bring(other, 'database.sqlite', readFileSync(path), { time_zone: 'UTC' });
    assert.notDeepEqual(await countRows(app), rows);
    await api.delete(`/api/imports/${again}`);
    const areImported = async () => ((await countRows(app)) as any).imported;
    const were = JSON.stringify((rows as any).imported);
    await waitUntil(async () => JSON.stringify(await areImported()) === were, 'the points to be removed');
    assert.deepEqual(await countRows(app), rows);
    await api.delete(`/api/imports/${id}`);
    const first = JSON.stringify((before.rows as any).imported);
    await waitUntil(async () => JSON.stringify(await areImported()) === first, 'all points to be removed');
  });
});
