import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { receiveAnswer } from '#purchases/answers/receive-answers.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { fetchAnswer, postSilently, type OpenTask } from '../support/deliveries.ts';
import { assertTrue, trackStory } from '../support/dispatch-run.ts';
import { assertLedgerAgrees, assertOneRunEach, waitForStatuses } from '../support/queue-run.ts';

const KEYWORDS = 40;

interface Scene {
  readonly world: TestApp;
  readonly story: Awaited<ReturnType<typeof trackStory>>;
  readonly tasks: readonly OpenTask[];
}

async function setUp(t: TestContext, environment: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const world = await startTestApp(t, { environment });
  const story = await trackStory(world, KEYWORDS);
  const { tasks } = await postSilently(world, KEYWORDS);
  return { world, story, tasks };
}

/** Hands all answers over in one turn of the event loop: they come together, however busy the machine is. */
async function deliverAll({ world, tasks }: Scene): Promise<void> {
  const { context } = world.app;
  const bodies = await Promise.all(tasks.map((task) => fetchAnswer(world, task)));
  await Promise.all(
    tasks.map(({ id, tag }, at) => receiveAnswer(context, { kind: 'postback', tag, taskId: id, body: Buffer.from(bodies[at] ?? '') })),
  );
}

/** A busy machine may take longer for a segment than a provider waits. */
function giveTime({ app }: TestApp): void {
  app.context.purchases.memory.placeWithinMs = 60_000;
}

/** How many answers of the newest day lie where. */
async function countPlaces({ app }: TestApp): Promise<{ readonly placed: number; readonly inPostgres: number }> {
  const { rows } = await app.context.postgres.query<{ placed: number; inPostgres: number }>(
    `select (select count(*)::integer from serp_evidence where segment is not null) as placed,
       (select count(*)::integer from serp_answers where body is not null) as in_postgres`,
  );
  return rows[0] ?? assert.fail();
}

/** Whatever became of the segments: each check is read, true, paid for once, and shows the answer that it was made of. */
async function assertWhole({ world, story }: Scene): Promise<void> {
  await waitForStatuses(world, ({ completed = 0 }) => completed === KEYWORDS);
  const { context } = world.app;
  await assertTrue(world, story);
  await assertOneRunEach(context);
  await assertLedgerAgrees(context, world.sandbox);
  const { rows } = await context.postgres.query<{ id: string; keyword: string }>(
    `select r.id, q.keyword from serp_runs r join queries q using (keyword_id) where r.status = 'completed'`,
  );
  for (const { id, keyword } of rows) {
    const { body } = await world.api.get(`/api/rankings/runs/${id}`);
    assert.equal(body.raw_state, 'kept', keyword);
    assert.ok(body.raw_answers.length > 0, keyword);
    const text = JSON.stringify(body.raw_answers);
    assert.ok(text.includes(keyword), `the answer is that of ${keyword}`);
    assert.doesNotMatch(text, /sld_/u);
  }
}

/** Changes what becomes of segments on their way to ClickHouse. @returns what ends that */
function interceptSegments(
  { app }: TestApp,
  write: (real: ClickHouse['insertLines'], ...given: Parameters<ClickHouse['insertLines']>) => Promise<void>,
) {
  const clickhouse = app.context.clickhouse as { insertLines: ClickHouse['insertLines'] };
  const real = clickhouse.insertLines;
  clickhouse.insertLines = async (...given) =>
    given[0] === 'serp_evidence_segments' ? await write(real, ...given) : await real.apply(clickhouse, given);
  return () => {
    clickhouse.insertLines = real;
  };
}

test('answers that come together lie in segments of ClickHouse from the start, and are applied from there', async (t) => {
  const scene = await setUp(t);
  const { world } = scene;
  giveTime(world);
  await deliverAll(scene);
  await assertWhole(scene);
  const { placed, inPostgres } = await countPlaces(world);
  assert.equal(placed, KEYWORDS);
  const { rows } = await world.app.context.postgres.query('select from serp_runs');
  assert.equal(placed + inPostgres, rows.length, 'each run has its answer in one place');
});

test('a service that applies what another one took reads the segments', async (t) => {
  const scene = await setUp(t);
  giveTime(scene.world);
  // As in a process that took none of them.
  t.mock.method(scene.world.app.context.purchases.memory.segments, 'get', () => undefined);
  await deliverAll(scene);
  await assertWhole(scene);
  assert.equal((await countPlaces(scene.world)).placed, KEYWORDS);
});

for (const [what, write] of [
  ['refuses them', async () => await Promise.reject(new Error('ClickHouse is away'))],
  [
    'takes them, and its answer is lost',
    async (real, ...given) => {
      await real(...given);
      throw new Error('the connection broke');
    },
  ],
  ['does not answer', async () => await new Promise<never>(() => undefined)],
] as [string, Parameters<typeof interceptSegments>[1]][])
  test(`PostgreSQL keeps answers while ClickHouse ${what}`, async (t) => {
    const scene = await setUp(t);
    let offered = 0;
    const restore = interceptSegments(scene.world, async (...given) => {
      offered += 1;
      await write(...given);
    });
    await deliverAll(scene);
    await waitForStatuses(scene.world, ({ completed = 0 }) => completed === KEYWORDS);
    assert.equal((await countPlaces(scene.world)).placed, 0);
    assert.equal(offered, 1, 'after a failure ClickHouse rests');
    restore();
    await assertWhole(scene);
  });

test('answers whose segment is lost before they are applied are fetched again, and paid for once', async (t) => {
  const scene = await setUp(t);
  const { world } = scene;
  t.mock.method(world.app.context.purchases.memory.segments, 'get', () => undefined);
  let lost = 0;
  const restore = interceptSegments(world, async () => {
    lost += 1;
    await Promise.resolve();
  });
  await deliverAll(scene);
  assert.ok(lost > 0);
  restore();
  await assertWhole(scene);
});

for (const days of ['0', '7'])
  test(`PostgreSQL keeps answers until they are applied where evidence is kept for ${days} days`, async (t) => {
    const scene = await setUp(t, { SERP_EVIDENCE_DAYS: days });
    await deliverAll(scene);
    await waitForStatuses(scene.world, ({ completed = 0 }) => completed === KEYWORDS);
    assert.equal((await countPlaces(scene.world)).placed, 0);
  });
