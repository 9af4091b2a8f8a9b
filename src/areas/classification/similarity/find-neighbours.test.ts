import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeClock } from '#kernel/clock.ts';
import { makeLogger } from '#kernel/logger.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { openTestStores } from '../../../../test/support/index.ts';
import { addExamples, toExampleRows } from './add-examples.ts';
import { forgetExamples } from './count-examples.ts';
import type { Example, Neighbour } from './example.ts';
import { findNeighbours } from './find-neighbours.ts';

const logger = makeLogger('silent');

const example = (item: string, label: string, given: Partial<Example> = {}): Example => ({
  kind: 'keyword',
  item,
  labels: { intent_type: label },
  confidence: 95,
  origin: 'seed',
  ...given,
});

test('the index gives the item itself and the examples near it', async (t) => {
  const stores = await openTestStores(t);
  const ctx = { ...stores, clock: makeClock(), logger };
  const add = async (examples: readonly Example[]): Promise<void> => {
    await addExamples(stores, stores.postgres, await toExampleRows(ctx, examples));
    await stores.outbox.flush();
    forgetExamples(ctx);
  };
  const ask = async (items: readonly string[]) => await findNeighbours(ctx, 'keyword', items);
  const shown = (neighbours: readonly Neighbour[] | undefined) =>
    neighbours?.map(({ item, isExact, labels }) => [item, isExact, labels['intent_type']]);

  assert.deepEqual(await ask(['buy red shoes']), [[]], 'an empty index has no neighbours');

  await add([
    example('buy red shoes', 'transactional'),
    example('buy blue shoes', 'transactional'),
    example('history of the roman empire', 'informational'),
    example('buy.red.shoes.com', 'navigational', { kind: 'domain', labels: { domain_type: 'ecommerce' } }),
  ]);
  const [near, own, none] = await ask(['buy red shoes online', 'buy red shoes', 'zzqx']);
  assert.deepEqual(shown(near)?.slice(0, 2), [
    ['buy red shoes', false, 'transactional'],
    ['buy blue shoes', false, 'transactional'],
  ]);
  assert.ok((near?.[0]?.similarity ?? 0) > (near?.[1]?.similarity ?? 0));
  assert.deepEqual(shown(own)?.[0], ['buy red shoes', true, 'transactional']);
  assert.ok((none?.[0]?.similarity ?? 0) < 0.5);

  // What is said later of the same item, and by a person.
  await add([example('buy red shoes', 'commercial')]);
  await add([example('buy red shoes', 'navigational', { origin: 'correction' })]);
  const [again] = await ask(['buy red shoes']);
  assert.deepEqual(shown(again?.filter(({ isExact }) => isExact)), [
    ['buy red shoes', true, 'navigational'],
    ['buy red shoes', true, 'commercial'],
  ]);

  const many = await ask(Array.from({ length: 50 }, (_none, at) => (at === 7 ? 'buy red shoes' : `buy red shoes ${at}`)));
  assert.deepEqual([many[7]?.[0]?.isExact, many[8]], [true, []], 'a large batch is compared with exact examples alone');
});

test('items are classified without the index while it is away', async () => {
  const away = { query: () => Promise.reject(new Error('away')) } as unknown as ClickHouse;
  assert.deepEqual(await findNeighbours({ clickhouse: away, logger }, 'keyword', ['a', 'b']), [[], []]);
});
