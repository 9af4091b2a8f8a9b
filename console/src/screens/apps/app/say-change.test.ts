import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayChange } from './say-change.ts';

test('changes of an app are said as people read them: categories by their names, prices with their currency', () => {
  const names = new Map([
    ['36', 'Overall'],
    ['GAME', 'Games'],
  ]);
  const say = (field: string, value: unknown) => sayChange({ field, value, names, currency: 'USD' });
  assert.deepEqual(
    [say('primary_category', '36'), say('primary_category', '99'), say('categories', ['GAME', '36']), say('categories', [])],
    ['Overall', '99', 'Games, Overall', null],
  );
  assert.deepEqual([say('price', 4.99), say('price', 0), say('status', 'removed')], ['$4.99', 'Free', 'Removed']);
  assert.deepEqual([say('screenshot_urls', ['a', 'b']), say('version', '2.1'), say('subtitle', null)], ['2 pictures', '2.1', null]);
});
