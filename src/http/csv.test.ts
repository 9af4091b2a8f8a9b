import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import type { FieldProblem } from '#kernel/errors.ts';
import { parseCsv } from '../../test/support/parse-csv.ts';
import { hasCsv, makeParseForm } from './answers/csv-form.ts';
import { toCsv } from './csv.ts';
import { makeDefineEndpoint, type Endpoint } from './endpoint.ts';
import { Pagination } from './paging.ts';

const Row = z.object({ name: z.string(), place: z.object({ city: z.string().nullable() }).nullable(), days: z.array(z.int().nullable()) });
const lists = makeDefineEndpoint()({
  method: 'GET',
  path: '/api/places/{id}',
  spec: '1',
  area: 'places',
  summary: 'Places',
  access: 'key',
  responses: { 200: z.object({ success: z.boolean(), places: z.array(Row), total: z.int(), pagination: Pagination }) },
  handle: () => Promise.reject(new Error('not called')),
});
const BODY = {
  places: [
    { name: '=1+1', place: { city: 'Bonn' }, days: [1, null, 3] },
    { name: 'a "b", c\nd', place: null, days: [] },
  ],
  total: 12,
};

function ask(query: object, accept?: string, endpoint: Endpoint<never> = lists) {
  const problems: FieldProblem[] = [];
  const write = makeParseForm(endpoint)(
    { params: undefined, query: { project_id: 'proj_a', ...query }, accept, now: new Date('2026-11-26T10:00:00Z') },
    problems,
  );
  return { problems, csv: write?.(BODY) };
}

test('cells are quoted, formulas are no formulas any more, and what is deep is JSON', () => {
  const text = toCsv(['a', 'b'], [{ a: '@sum', b: -5 }, { a: 'x,"y"', b: [{ n: 1 }] }, { a: null, b: [1, 'z'] }, { a: { n: 2 } }]);
  for (const sign of ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\n'])
    assert.match(toCsv(['a'], [{ a: `${sign}1+1` }]), /^a\r\n"?'/u, sign);
  assert.equal(toCsv(['a'], [{ a: ';=1+1' }, { a: 'x;=1+1' }]), 'a\r\n";=1+1"\r\n"x;=1+1"\r\n', 'one cell, whatever parts cells');
  assert.equal(text, `a,b\r\n'@sum,-5\r\n"x,""y""","[{""n"":1}]"\r\n,1 z\r\n"{""n"":2}",\r\n`);
});

test('a list is CSV with the columns of its schema, or of the fields that are asked for', () => {
  const { csv } = ask({ format: 'csv' });
  assert.deepEqual(parseCsv(csv?.text ?? ''), [
    ['name', 'place.city', 'days'],
    ["'=1+1", 'Bonn', '1  3'],
    ['a "b", c\nd', '', ''],
  ]);
  assert.deepEqual(
    [csv?.headers['x-total-count'], csv?.headers['content-disposition']],
    ['12', 'attachment; filename="places-proj_a-2026-11-26.csv"'],
  );
  assert.equal(ask({ format: 'csv', fields: 'place' }).csv?.text, 'place.city\r\nBonn\r\n\r\n');
  assert.match(ask({ format: 'csv', fields: 'places' }).csv?.text ?? '', /^name,place\.city,days/u);
  assert.deepEqual(
    ask({ format: 'csv', fields: 'total' }).problems.map(({ path }) => path),
    ['fields'],
  );
});

test('the header Accept asks for CSV only where it names it before JSON', () => {
  for (const accept of ['text/csv', 'text/csv, */*;q=0.5', 'application/json;q=0.2, Text/CSV;q=0.9'])
    assert.ok(ask({}, accept).csv, accept);
  for (const accept of [undefined, '*/*', 'text/*', 'text/csv;q=0.1, application/json', 'text/csv;q=0', 'application/json, text/csv'])
    assert.equal(ask({}, accept).csv, undefined, accept);
  assert.equal(ask({ format: 'json' }, 'text/csv').csv, undefined);
  assert.deepEqual(
    ask({ format: 'xml' }).problems.map(({ path }) => path),
    ['format'],
  );
});

test('what has no pages or several lists is CSV only where the endpoint names its rows', () => {
  const plain: Endpoint<never> = { ...lists, responses: { 200: z.object({ days: z.array(Row), others: z.array(Row) }) } };
  assert.equal(hasCsv(plain), false);
  assert.equal(hasCsv({ ...plain, rows: 'days' }), true);
  assert.equal(hasCsv({ ...lists, method: 'POST' }), false);
  assert.equal(hasCsv({ ...lists, contentType: 'text/plain' }), false);
  const columnar = { ...plain, rows: { columns: ['n'], listRows: () => [{ n: 7 }] } };
  assert.equal(ask({ format: 'csv' }, undefined, columnar).csv?.text, 'n\r\n7\r\n');
});
