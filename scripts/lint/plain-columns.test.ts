import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findQuotedColumns } from './plain-columns.ts';

test('finds columns that a statement spells in camel case, and leaves keys of JSON alone', () => {
  const alias = (name: string): string => `as "${name}"`;
  const statement = `select cost_usd ${alias('costUsd')}, id, young ${alias('age18To24')} from t`;
  assert.deepEqual(findQuotedColumns(statement), ['costUsd', 'age18To24']);
  assert.deepEqual(findQuotedColumns('select cost_usd, max(at) as last_at, "check", n as "table" from t'), []);
  assert.deepEqual(findQuotedColumns(`select json_build_object('costUsd', cost_usd) from json_to_recordset($1) as t ("appId" text)`), []);
});
