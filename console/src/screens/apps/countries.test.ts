import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { COUNTRIES } from './countries.ts';

test('offers every country that the service reads the stores in, each by its name', () => {
  const lines = readFileSync('src/areas/apps/data/storefronts.txt', 'utf8').split('\n');
  const codes = lines.filter((line) => !line.startsWith('#')).flatMap((line) => line.split(' ').filter((code) => code !== ''));
  assert.deepEqual(COUNTRIES.map(({ value }) => value).toSorted(), codes.toSorted());
  assert.deepEqual(
    COUNTRIES.filter(({ value, label }) => label.toLowerCase() === value),
    [],
  );
});
