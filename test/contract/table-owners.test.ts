import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineTables } from '../../src/cli/archive/contents.ts';
import { areas } from '#areas/index.ts';
import { listStatements } from '../support/statements/list.ts';

const USE = /\b(?<verb>insert into|update|delete from|from|join)\s+(?<table>[a-z_]+)/giu;

interface Owner {
  readonly area: string;
  readonly writers: readonly string[];
}

const owners = new Map<string, Owner>(
  areas.flatMap(({ name, tables: { relational = [] } }) =>
    relational.map(({ table, writers = [] }) => [table, { area: name, writers }] as const),
  ),
);

test('no table has two owners', () => {
  const names = [{ name: 'engines', tables: engineTables }, ...areas].flatMap(({ tables }) => [
    ...(tables.relational ?? []).map(({ table }) => table),
    ...Object.keys(tables.leftOut ?? {}),
  ]);
  assert.equal(new Set(names).size, names.length);
});

test('an area writes its own tables, and reads those of others that its manifest names', () => {
  const writes = new Set<string>();
  const reads = new Map<string, Set<string>>(areas.map(({ name }) => [name, new Set()]));
  for (const { place, texts = [] } of [...listStatements('src/areas/**/*.ts'), ...listStatements('src/purchases/**/*.ts')]) {
    const [, engine = '', name = ''] = place.split('/');
    const area = engine === 'areas' ? name : engine;
    for (const { groups } of texts.flatMap((text) => [...text.matchAll(USE)])) {
      const { verb = '', table = '' } = groups ?? {};
      const owner = owners.get(table);
      if (owner === undefined || owner.area === area) continue;
      const isRead = verb.toLowerCase() === 'from' || verb.toLowerCase() === 'join';
      if (isRead) reads.get(area)?.add(table);
      else if (!owner.writers.includes(area)) writes.add(`${place} writes ${table} of ${owner.area}`);
    }
  }
  assert.deepEqual([...writes], []);
  for (const { name, reads: named = [] } of areas) assert.deepEqual([...(reads.get(name) ?? [])].toSorted(), named, `reads of ${name}`);
});
