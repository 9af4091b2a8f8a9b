import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProviderCategory, listAncestors } from '#providers/search-data/categories.ts';
import { settleFamilies } from './settle-families.ts';

const [SOFTWARE, BUSINESS, FINANCIAL, MANAGEMENT] = [10_885, 12_209, 10_537, 10_296];
const [PLANNING, MONEY] = [10_092, 10_524];

const make = (ids: readonly number[], confidence = 0.95) =>
  ids.map((id) => ({ id, name: findProviderCategory(id)?.name ?? '', path: findProviderCategory(id)?.path ?? '', confidence }));
const toIds = (categories: readonly { readonly id: number }[]): number[] => categories.map(({ id }) => id);
const counterOf = (counts: Readonly<Record<number, number>>) => (id: number) => counts[id] ?? 0;
const unknown = () => undefined;

test('a parent is never as sure as a child that is recommended too, however many there are', () => {
  const settled = settleFamilies(make([FINANCIAL, MANAGEMENT, BUSINESS, SOFTWARE]), unknown);
  assert.deepEqual(toIds(settled), [FINANCIAL, MANAGEMENT, BUSINESS, SOFTWARE]);
  for (const child of settled)
    for (const parent of settled.filter(({ id }) => listAncestors(child.id).includes(id)))
      assert.ok(parent.confidence < child.confidence, `${parent.name} ${child.name}`);
  assert.ok(
    settled.every(({ expectedKeywords }) => expectedKeywords === null),
    'nothing is known, and that is not zero',
  );
});

test('a child that is less likely than its parent is a part of it, unless it holds most of its keywords', () => {
  assert.deepEqual(toIds(settleFamilies(make([PLANNING, MONEY]), unknown)), [PLANNING]);
  assert.deepEqual(toIds(settleFamilies(make([PLANNING, MONEY]), counterOf({ [PLANNING]: 90 }))), [PLANNING]);
  assert.deepEqual(toIds(settleFamilies(make([PLANNING, MONEY]), counterOf({ [PLANNING]: 90, [MONEY]: 60 }))), [MONEY, PLANNING]);
});

test('each says how many keywords it adds to those below it', () => {
  const counts = counterOf({ [FINANCIAL]: 200, [MANAGEMENT]: 30, [BUSINESS]: 240, [SOFTWARE]: 240 });
  const settled = settleFamilies(make([FINANCIAL, MANAGEMENT, BUSINESS, SOFTWARE]), counts);
  assert.deepEqual(
    settled.map(({ id, expectedKeywords }) => [id, expectedKeywords]),
    [
      [FINANCIAL, 200],
      [MANAGEMENT, 30],
      [BUSINESS, 10],
      [SOFTWARE, 0],
    ],
  );
});
