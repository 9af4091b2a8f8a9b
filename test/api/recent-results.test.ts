import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreError } from '#stores/errors.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { breakClickHouse } from '../support/clickhouse-away.ts';
import { getTruth, makeProject, track } from '../support/rankings-api.ts';

const KEYWORD = 'crm';

/** Questions are not answered. @returns what ends that */
function closeClickHouse({ app }: TestApp): () => void {
  const closed = app.context.clickhouse as { query: ClickHouse['query'] };
  const real = closed.query;
  closed.query = async () => await Promise.reject(new StoreError('unreachable', 'away'));
  return () => {
    closed.query = real;
  };
}

test('results of a check are there at once and stay the same, and are refused while they cannot be read', async (t) => {
  const world = await startTestApp(t);
  const { api, app, stores } = world;
  const truth = await getTruth(world, KEYWORD);
  const own = truth.find(({ type }) => type === 'organic')?.domain?.replace(/^www\./u, '') ?? '';
  const projectId = await makeProject(api, [own]);
  const letRowsGo = breakClickHouse(app.context, 'refuses');
  const answer = closeClickHouse(world);
  await track(world, projectId, [KEYWORD]);
  const { rows } = await stores.postgres.query<{ id: string }>(`select id from serp_runs where status = 'completed'`);
  const runId = rows[0]?.id ?? '';
  const paths = [
    `/api/projects/${projectId}/runs/${runId}`,
    `/api/rankings?project_id=${projectId}&relationship=OTHER&limit=100`,
    `/api/rankings/runs/${runId}`,
  ];
  const readAll = async (): Promise<unknown[]> => {
    const bodies: unknown[] = [];
    for (const path of paths) {
      const { status, body } = await api.get(path);
      assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
      const { raw: _raw, raw_state: _state, raw_answers: _answers, request_id: _request, ...rest } = body;
      bodies.push(rest);
    }
    return bodies;
  };

  const atOnce = await readAll();
  await t.test('right after the check, while nothing is shipped and ClickHouse answers nothing', () => {
    const [{ results }, others] = atOnce as any[];
    assert.deepEqual(
      results.map((one: any) => [one.rank_absolute, one.url, one.domain]),
      truth.map((one) => [one.rank_absolute, one.url, one.domain]),
    );
    assert.ok(results.every((one: any) => Number.isInteger(one.page)));
    const counted = truth.filter(({ type, domain }) => type === 'organic' && domain !== own && domain?.endsWith(`.${own}`) !== true);
    assert.deepEqual(
      others.rankings.map((one: any) => [one.rank_absolute, one.url]),
      counted.slice(0, 100).map((one) => [one.rank_absolute, one.url]),
    );
    assert.equal(others.pagination?.total ?? others.total, counted.length);
  });

  answer();
  letRowsGo();
  await app.context.outbox.flush();
  await t.test('the same when they are shipped', async () => {
    assert.deepEqual(await readAll(), atOnce);
  });

  await t.test('503 with a time to wait, and never an empty list, while ClickHouse is away', async () => {
    const open = closeClickHouse(world);
    for (const path of paths) {
      const { status, headers, body } = await api.get(path);
      assert.deepEqual([status, body.error], [503, 'Analytics store unavailable'], path);
      assert.ok(Number(headers.get('retry-after')) > 0);
    }
    // Newest positions do not need it.
    assert.equal((await api.get(`/api/rankings?project_id=${projectId}`)).status, 200);
    open();
    assert.deepEqual(await readAll(), atOnce);
  });
});
