import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareResults, type Result } from './compare.ts';

function toResult(place: number, url: string | null, type = 'organic'): Result {
  return {
    rank: place,
    position: place,
    rank_absolute: place,
    rank_group: place,
    type,
    is_paid: false,
    domain: null,
    url,
    title: null,
    description: null,
    rating_value: null,
    rating_count: null,
    page: 1,
    is_featured_snippet: false,
    relationship: 'OTHER',
    asset_id: null,
    asset_name: null,
    gives_position: false,
  };
}

const NOW = [toResult(1, '/a'), toResult(2, null, 'images'), toResult(3, '/new'), toResult(4, '/a', 'video')];
const BEFORE = [toResult(1, '/gone'), toResult(2, '/a'), toResult(3, null, 'images'), toResult(9, '/a')];

test('a result is found again by its page and kind, at its best place', () => {
  assert.deepEqual(
    compareResults(NOW, BEFORE).map(({ before }) => before),
    [2, 3, null, null],
  );
  assert.deepEqual(
    compareResults(BEFORE, NOW).map(({ before }) => before),
    [null, 1, 2, 1],
    'the other way round, what is gone has no place',
  );
});
