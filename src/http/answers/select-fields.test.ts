import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { startEndpoints } from '../../../test/support/http.ts';
import { makeDefineEndpoint } from '../endpoint.ts';
import { limitField } from '../fields.ts';
import { Pagination } from '../paging.ts';
import type { ServerContext } from '../server.ts';

const PAGE = { limit: 50, offset: 0, has_more: false, total: 2 };
const Row = z.object({ id: z.string(), name: z.string(), size: z.int() }).meta({ id: 'Row' });
const ROW = { id: 'a', name: 'A', size: 1 };
const ANSWER = { success: true, total: 2, place: { name: 'here', size: 3 }, rows: [ROW, { ...ROW, id: 'b' }], pagination: PAGE };

const list = makeDefineEndpoint<ServerContext>()({
  spec: '4',
  area: 'things',
  access: 'key',
  method: 'GET',
  path: '/api/rows',
  summary: 'List rows',
  query: z.object({ limit: limitField(50, 200) }),
  responses: {
    200: z.object({
      success: z.boolean(),
      total: z.int(),
      place: z.object({ name: z.string(), size: z.int() }).nullable(),
      rows: z.array(Row),
      pagination: Pagination,
    }),
  },
  handle: async () => ({ status: 200, body: ANSWER }),
});

test('cuts answers down to the fields that are asked for', async (t) => {
  const server = await startEndpoints(t, [list]);
  const ask = async (query: string) => (await server.inject({ url: `/api/rows?${query}`, headers: { 'x-api-key': 'slk_all' } })).json();
  const always = { success: true, pagination: PAGE };
  const ids = [{ id: 'a' }, { id: 'b' }];
  assert.deepEqual(await ask('limit=50'), ANSWER);
  assert.deepEqual(await ask('fields=id'), { ...always, rows: ids });
  assert.deepEqual(await ask('fields=total,%20id'), { ...always, total: 2, rows: ids });
  const names = { place: { name: 'here' }, rows: [{ name: 'A' }, { name: 'A' }] };
  assert.deepEqual(await ask('fields=name&fields=total'), { ...always, total: 2, ...names });
  assert.deepEqual(await ask('fields=place,id'), { ...always, place: ANSWER.place, rows: ids });
  assert.deepEqual(await ask('fields=success'), always);
});

test('names an unknown field among the other wrong ones', async (t) => {
  const server = await startEndpoints(t, [list]);
  for (const [query, paths] of [
    ['fields=id,odd&limit=0', ['limit', 'fields']],
    ['fields=', ['fields']],
    ['fields=__proto__', ['fields']],
    ['fields=has_more', ['fields']],
  ] as const) {
    const { status, details } = (await server.inject({ url: `/api/rows?${query}`, headers: { 'x-api-key': 'slk_all' } })).json();
    assert.equal(status, 400, query);
    assert.deepEqual(
      details.map(({ path }: { path: string }) => path),
      paths,
    );
  }
});
