import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { ENGINE_QUEUES } from '#workflows/queues/queues.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { listSummaries } from '#workflows/dbos/read/summaries.ts';
import { purgeWaiting } from '#workflows/queues/purge.ts';
import { listQueueDepths, listQueueMetrics } from '#workflows/queues/queue-metrics.ts';
import { cancelMessages } from '#workflows/dbos/write/state.ts';
import { WORKFLOW_STATUSES } from '#workflows/types.ts';
import { abc } from './workflows.ts';
import { openWorld } from './world.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const WAITING = 100_000;
const ENDED = 20_000;
const HOUR_MS = 3_600_000;

/** Messages on one queue and, so that it is not all there is, a history on another. */
async function fill(postgres: Postgres): Promise<void> {
  const columns = 'workflow_uuid, status, name, queue_name, application_version, application_name, serialization';
  await postgres.query(
    `insert into dbos.workflow_status (${columns})
     select 'waiting-' || n, 'ENQUEUED', $1, $2, '1', 'sightline', 'sightline_json' from generate_series(1, $3::integer) n`,
    ['keyword-harvest', 'keyword-harvest', WAITING],
  );
  await postgres.query(
    `insert into dbos.workflow_status (${columns}, created_at, started_at_epoch_ms, completed_at)
     select 'ended-' || n, 'SUCCESS', 'abc', 'general-tasks', '1', 'sightline', 'sightline_json', 0, at, at + 100
       from generate_series(1, $1::integer) n, lateral (select (extract(epoch from now()) * 1000)::bigint - n * 1000 as at) t`,
    [ENDED],
  );
  await postgres.query('analyze dbos.workflow_status');
}

/** Runs nothing, but keeps how each statement would be run. */
function makeExplaining(postgres: Postgres): { readonly postgres: Postgres; readonly plans: string[] } {
  const plans: string[] = [];
  const query = async (text: string, values: unknown[]): Promise<object> => {
    const { rows } = await postgres.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    return { rows: [], rowCount: 0 };
  };
  return { postgres: { ...postgres, query } as unknown as Postgres, plans };
}

const QUEUES = joinAreas(areas).queues.concat(ENGINE_QUEUES);

test('a hundred thousand waiting messages', async (t) => {
  const world = await openWorld(t);
  const { workflows } = await world.start([abc]);
  await fill(world.postgres);

  await t.test('are counted, with what ended within the hour', async () => {
    const figures = await listQueueMetrics(world.postgres, QUEUES, HOUR_MS);
    const harvest = figures.find(({ queue }) => queue.name === 'keyword-harvest');
    const general = figures.find(({ queue }) => queue.name === 'general-tasks');
    assert.deepEqual([harvest?.pending, harvest?.processing], [WAITING, 0]);
    assert.ok(general && general.completed >= 3_590 && general.completed <= 3_600, String(general?.completed));
    assert.equal(general.avgMs, 100);
  });

  await t.test('hold up no others', async () => {
    const id = await workflows.start('abc', {});
    assert.deepEqual(await workflows.waitFor(id, PATIENCE_MS), { output: 'done' });
    assert.equal((await workflows.list({ limit: 10, offset: 0 })).length, 10);
  });

  await t.test('are never read one by one: every statement has its index', async () => {
    const { postgres, plans } = makeExplaining(world.postgres);
    await listQueueMetrics(postgres, QUEUES, HOUR_MS);
    await listQueueDepths(postgres, QUEUES);
    await listSummaries(postgres, { statuses: WORKFLOW_STATUSES, limit: 50, offset: 0 });
    await cancelMessages(postgres, { queue: 'serp-checks', before: Date.now(), limit: 1_000 });
    assert.ok(plans.length >= 8);
    for (const plan of plans) assert.doesNotMatch(plan, /Seq Scan on workflow_status/u);
  });

  await t.test('are taken off a queue together', async () => {
    await world.postgres.query(`update dbos.workflow_status set queue_name = 'social-scrape' where workflow_uuid like 'waiting-1%'`);
    const { rows } = await world.postgres.query<{ count: number }>(
      `select count(*) as count from dbos.workflow_status where queue_name = 'social-scrape'`,
    );
    assert.equal(await purgeWaiting(world.postgres, 'social-scrape'), rows[0]?.count);
  });
});
