import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { newId } from '#kernel/ids.ts';
import { openTestStores } from '../../../../test/support/index.ts';
import { WORLD_NOW } from '../../../../test/support/rankings-world.ts';
import { listRawAnswers, storeRawAnswers } from './raw-answers.ts';

test('an answer comes back as it was, whether text, bytes or packed bytes were kept', async (t) => {
  const stores = await openTestStores(t);
  const text = JSON.stringify({ tasks: [{ keyword: 'größe \u{1f431}', cost: 0.0155 }] });
  for (const answer of [text, Buffer.from(text), gzipSync(text)]) {
    const runId = newId('run_');
    await storeRawAnswers(stores.postgres, [{ runId, instant: WORLD_NOW, answer }]);
    assert.deepEqual(await listRawAnswers(stores, runId), [{ receivedAt: WORLD_NOW, text }]);
  }
});

test('the same answer twice is kept once, also when it comes again a month later; others stand beside it', async (t) => {
  const stores = await openTestStores(t);
  const runId = newId('run_');
  const later = new Date('2025-12-01T00:00:00.000Z');
  await storeRawAnswers(stores.postgres, [{ runId, instant: WORLD_NOW, answer: 'first' }]);
  await storeRawAnswers(stores.postgres, [{ runId, instant: later, answer: 'second' }]);
  await storeRawAnswers(stores.postgres, [{ runId, instant: later, answer: 'first' }]);
  const kept = await listRawAnswers(stores, runId);
  assert.deepEqual(
    kept.map(({ text }) => text),
    ['first', 'second'],
  );
  assert.deepEqual(await listRawAnswers(stores, newId('run_')), []);
});

test('answers that look packed and are not come back all the same', async (t) => {
  const stores = await openTestStores(t);
  const runId = newId('run_');
  const broken = Buffer.concat([Buffer.from([0x1f, 0x8b]), randomBytes(50)]);
  await storeRawAnswers(stores.postgres, [{ runId, instant: WORLD_NOW, answer: broken }]);
  const [kept] = await listRawAnswers(stores, runId);
  assert.equal(kept?.text, broken.toString('utf8'));
});
