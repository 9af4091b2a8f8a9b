import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#kernel/durations.ts';
import { openTestStores } from '../../../../test/support/index.ts';
import type { ObservedCategory } from './category.ts';
import { retireUnnamed, syncCategories } from './sync-categories.ts';

const MARKET = { platform: 'store_a', storefront: 'us' } as const;
const PAGE = '25101';
const BEGAN = new Date('2026-03-02T12:00:00Z');

const room = (id: string, shelf?: string): ObservedCategory => ({
  id,
  name: id,
  categoryType: 'room',
  categorySection: 'apps',
  parentCategoryId: PAGE,
  ...(shelf === undefined ? {} : { shelf }),
});

test('of a page that leaves shelves to be loaded later, only what stood on its other shelves can be gone', async (t) => {
  const { postgres } = await openTestStores(t);
  const sync = async (categories: readonly ObservedCategory[], now: Date) =>
    await postgres.transaction((tx) => syncCategories(tx, { ...MARKET, device: 'phone', categories, now }));
  const retire = async (laterShelves: readonly string[], since: Date) =>
    await postgres.transaction((tx) => retireUnnamed(tx, MARKET, { device: 'phone', pages: [{ id: PAGE, laterShelves }], since }));
  const listActive = async (): Promise<string[]> => {
    const { rows } = await postgres.query<{ id: string }>(
      'select id from app_categories where parent_category_id = $1 and is_active order by id',
      [PAGE],
    );
    return rows.map(({ id }) => id);
  };

  await sync([room('1400000001', 'Essentials'), room('1400000002', 'Hidden Gems'), room('1400000003'), room('1400000004', 'hero')], BEGAN);
  const later = new Date(BEGAN.getTime() + 9 * DAY_MS);
  await sync([room('1400000005', 'Our Favorites')], later);

  assert.equal(await retire(['Essentials', 'hero'], later), 1);
  assert.deepEqual(await listActive(), ['1400000001', '1400000003', '1400000004', '1400000005'], 'where the third one stood is not known');
  assert.equal(await retire([], later), 3);
  assert.deepEqual(await listActive(), ['1400000005']);
  await sync([room('1400000002', 'Essentials')], later);
  assert.deepEqual(await listActive(), ['1400000002', '1400000005'], 'named again');
});
