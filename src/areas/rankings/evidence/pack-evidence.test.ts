import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { newId } from '#kernel/ids.ts';
import { packBytes } from '#kernel/packed-bytes.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { StoreError } from '#stores/errors.ts';
import { openTestStores } from '../../../../test/support/index.ts';
import { WORLD_NOW } from '../../../../test/support/rankings-world.ts';
import { findSegments } from '#purchases/segments/analytics.ts';
import { packEvidence } from './pack-evidence.ts';
import { findRawAnswers, listRawAnswers, storeRawAnswers } from './raw-answers.ts';

const TEXT = JSON.stringify({ tasks: [{ keyword: 'größe \u{1f431}', cost: 0.0155 }] });
const LATER = new Date(WORLD_NOW.getTime() + 86_400_000);

async function openWorld(t: TestContext) {
  const stores = await openTestStores(t);
  return {
    ...stores,
    /** An answer that came just now. @returns its run */
    add: async (answer: Buffer | string, instant = WORLD_NOW, runId = newId('run_')): Promise<string> => {
      await storeRawAnswers(stores.postgres, [{ runId, instant, answer }]);
      return runId;
    },
    /** As releases before segments kept it. */
    addEarlier: async (answer: Buffer): Promise<string> => {
      const runId = newId('run_');
      await stores.postgres.query('insert into serp_evidence (run_id, digest, answer, created_at) values ($1, sha256($2), $2, $3)', [
        runId,
        answer,
        WORLD_NOW,
      ]);
      return runId;
    },
    read: async (runId: string): Promise<string[]> => (await listRawAnswers(stores, runId)).map(({ text }) => text),
    count: async () => {
      const { rows } = await stores.postgres.query<{ waiting: number; earlier: number; placed: number }>(
        `select (select count(*)::integer from serp_answers) as waiting,
           count(answer)::integer as earlier, count(segment)::integer as placed from serp_evidence`,
      );
      return rows[0];
    },
  };
}

async function packAll(stores: Parameters<typeof packEvidence>[0]): Promise<void> {
  while ((await packEvidence(stores)) > 0);
}

/** The store, as it is for a process that dies at one of its writes. */
function dyingAt(clickhouse: ClickHouse, moment: 'before the write' | 'after the write'): ClickHouse {
  return {
    ...clickhouse,
    insertLines: async (...row) => {
      if (moment === 'after the write') await clickhouse.insertLines(...row);
      throw new Error(`died ${moment}`);
    },
  };
}

test('an answer reads the same before and after it is packed, however it came', async (t) => {
  const world = await openWorld(t);
  const packed = gzipSync(TEXT);
  const answers = [
    TEXT,
    packed,
    packBytes(TEXT),
    gzipSync(packed),
    packed.subarray(0, -9),
    Buffer.concat([Buffer.from([0x1f, 0x8b]), randomBytes(50)]),
    Buffer.alloc(0),
    randomBytes(300),
  ];
  const runs: string[] = [];
  for (const answer of answers) runs.push(await world.add(answer));
  for (const answer of answers) runs.push(await world.addEarlier(Buffer.from(answer)));
  const before = await Promise.all(runs.map(world.read));
  assert.deepEqual(before[0], [TEXT]);
  await packAll(world);
  assert.deepEqual(await world.count(), { waiting: 0, earlier: 0, placed: runs.length });
  assert.deepEqual(await Promise.all(runs.map(world.read)), before);
  assert.deepEqual(await world.read(newId('run_')), []);
});

test('answers of a run in several segments come in their order, and one that comes again is kept once', async (t) => {
  const world = await openWorld(t);
  const runId = await world.add('second', LATER);
  await world.add('first', WORLD_NOW, runId);
  await packAll(world);
  await world.add('third', new Date(LATER.getTime() + 1), runId);
  await world.add('second', LATER, runId);
  assert.deepEqual(await world.read(runId), ['first', 'second', 'third']);
  await packAll(world);
  assert.deepEqual(await world.read(runId), ['first', 'second', 'third']);
});

test('a process that dies while it packs loses no answer, and the next one goes on', async (t) => {
  const world = await openWorld(t);
  const runs = [await world.add(TEXT), await world.add('another'), await world.addEarlier(gzipSync(TEXT))];
  for (const moment of ['before the write', 'after the write'] as const) {
    await assert.rejects(packEvidence({ ...world, clickhouse: dyingAt(world.clickhouse, moment) }), /died/u);
    assert.deepEqual(await world.count(), { waiting: 2, earlier: 1, placed: 0 });
    assert.deepEqual(await Promise.all(runs.map(world.read)), [[TEXT], ['another'], [TEXT]]);
  }
  await packAll(world);
  assert.deepEqual(await world.count(), { waiting: 0, earlier: 0, placed: 3 });
  assert.deepEqual(await Promise.all(runs.map(world.read)), [[TEXT], ['another'], [TEXT]]);
});

test('two processes that pack at once keep every answer once', async (t) => {
  const world = await openWorld(t);
  const runs: string[] = [];
  for (let at = 0; at < 30; at += 1) runs.push(await world.add(`answer ${at}`));
  for (let at = 0; at < 10; at += 1) runs.push(await world.addEarlier(Buffer.from(`earlier ${at}`)));
  const before = await Promise.all(runs.map(world.read));
  await Promise.all([packAll(world), packAll(world), packAll(world)]);
  assert.deepEqual(await world.count(), { waiting: 0, earlier: 0, placed: 40 });
  assert.deepEqual(await Promise.all(runs.map(world.read)), before);
});

test('an answer that is removed while it is packed does not come back', async (t) => {
  const world = await openWorld(t);
  const runs = [await world.add(TEXT), await world.addEarlier(gzipSync(TEXT))];
  const removing: ClickHouse = {
    ...world.clickhouse,
    insertLines: async (...row) => {
      await world.clickhouse.insertLines(...row);
      await world.postgres.query('delete from serp_answers');
      await world.postgres.query('delete from serp_evidence');
    },
  };
  await packAll({ ...world, clickhouse: removing });
  assert.deepEqual(await world.count(), { waiting: 0, earlier: 0, placed: 0 });
  assert.deepEqual(await Promise.all(runs.map(world.read)), [[], []]);
});

test('large answers are taken a few at a time, and a segment holds one that is larger than itself', async (t) => {
  const world = await openWorld(t);
  const large = randomBytes(6 * 1024 * 1024).toString('base64');
  const huge = 'x'.repeat(20 * 1024 * 1024);
  const runs = [await world.add(large), await world.add(large.slice(1)), await world.add(huge), await world.add('small')];
  assert.equal(await packEvidence(world), 1, 'more than a round takes, so it is alone');
  await packAll(world);
  assert.deepEqual(
    (await Promise.all(runs.map(world.read))).map(([text]) => text?.length),
    [large.length, large.length - 1, huge.length, 5],
  );
  const { rows } = await world.postgres.query<{ segment: string }>('select distinct segment from serp_evidence');
  const found = await findSegments(
    world.clickhouse,
    rows.map(({ segment }) => segment),
  );
  assert.equal(found.size, rows.length);
});

test('while the store of packed answers is away that is said, and answers that are not packed are read', async (t) => {
  const world = await openWorld(t);
  const packed = await world.add(TEXT);
  await packAll(world);
  const waiting = await world.add(TEXT);
  const away: ClickHouse = {
    ...world.clickhouse,
    query: async () => await Promise.reject(new StoreError('unreachable', 'away')),
  };
  assert.equal(await findRawAnswers({ ...world, clickhouse: away }, packed), 'away');
  assert.deepEqual(await findRawAnswers({ ...world, clickhouse: away }, waiting), [{ receivedAt: WORLD_NOW, text: TEXT }]);
  assert.deepEqual(await world.read(packed), [TEXT]);
});
