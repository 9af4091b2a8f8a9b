import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areas } from '#areas/index.ts';
import { engineTables } from '../../src/cli/archive/contents.ts';
import { openTestStores } from '../support/index.ts';

const owners = [engineTables, ...areas.map(({ tables }) => tables)];
const audited = owners.flatMap((owner) => owner.audited ?? []);
const unaudited = owners.flatMap((owner) => Object.keys(owner.unaudited ?? {}));
/** Wider than what hides values: a column with such a name is looked at by who adds it. */
const SECRETISH = /secret|token|hash|pass|cipher|salt|seal|encrypt|credential|recover|private|signature|otp|digest/u;

test('every table is in the audit log, or named with the reason why not', async (t) => {
  const { postgres } = await openTestStores(t);
  const { rows } = await postgres.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`,
  );
  const listed = [...audited, ...unaudited];
  assert.deepEqual(listed.toSorted(), rows.map(({ name }) => name).toSorted(), 'name it in the tables.ts of its area');
  for (const reason of owners.flatMap((owner) => Object.values(owner.unaudited ?? {}))) assert.ok(reason.length > 5);
});

test('those in it have the three triggers, with the columns of their primary key', async (t) => {
  const { postgres } = await openTestStores(t);
  const { rows } = await postgres.query<{ name: string; triggers: string[]; keys: string; primary: string[] }>(
    `select tgrelid::regclass::text as name, array_agg(tgname::text order by tgname::text) as triggers,
       max(split_part(encode(tgargs, 'escape'), '\\000', 2)) as keys,
       (select array_agg(attname::text order by attname::text) from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
        where indrelid = tgrelid and indisprimary) as primary
     from pg_trigger where tgname like 'audited_%' group by tgrelid`,
  );
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), audited.toSorted());
  for (const { name, triggers, keys, primary } of rows) {
    assert.deepEqual(triggers, ['audited_delete', 'audited_insert', 'audited_update'], name);
    assert.deepEqual(keys.slice(1, -1).split(',').toSorted(), primary, name);
  }
});

test('no column that may hold a secret is shown', async (t) => {
  const { postgres } = await openTestStores(t);
  const { rows } = await postgres.query<{ table: string; column: string; type: string; isHidden: boolean }>(
    `select attrelid::regclass::text as table, attname as column, format_type(atttypid, null) as type, audit_hides(attname) as is_hidden
     from pg_attribute where attrelid = any ($1::regclass[]) and attnum > 0 and not attisdropped`,
    [audited],
  );
  const shown = rows.filter(({ isHidden, column, type }) => !isHidden && (SECRETISH.test(column) || type === 'bytea'));
  assert.deepEqual(
    shown.map(({ table, column }) => `${table}.${column}`),
    [],
  );
  const hidden = rows.filter(({ isHidden }) => isHidden).map(({ table, column }) => `${table}.${column}`);
  for (const known of ['api_keys.key_hash', 'public_shares.password_hash', 'users.password_hash']) assert.ok(hidden.includes(known), known);
});
