import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toWholeList } from './whole-list.ts';

interface Options {
  readonly query: { readonly actor: string; readonly limit?: number; readonly offset?: number; readonly format?: string };
}

const asked: object[] = [];

/** A list whose rows are their own numbers. */
async function listNumbers({ query }: Options) {
  asked.push(query);
  const { offset = 0, limit = 0 } = query;
  const lines = Array.from({ length: limit }, (_, at) => `"${offset + at},\r\n"`);
  return { data: ['number', ...lines, ''].join('\r\n'), response: { ok: true } as Response };
}

const options = { query: { actor: 'key_1', limit: 2, offset: 4 } };

test('joins the pages of a list from its first row, with its filters and one line of names', async () => {
  const whole = toWholeList(listNumbers, options, { limit: 2, total: 5 });
  assert.deepEqual([whole?.total, whole?.isCut], [5, false]);
  assert.equal(await whole?.read(), 'number\r\n"0,\r\n"\r\n"1,\r\n"\r\n"2,\r\n"\r\n"3,\r\n"\r\n"4,\r\n"\r\n');
  assert.deepEqual(asked, [
    { actor: 'key_1', offset: 0, limit: 2, format: 'csv' },
    { actor: 'key_1', offset: 2, limit: 2, format: 'csv' },
    { actor: 'key_1', offset: 4, limit: 1, format: 'csv' },
  ]);
});

test('leaves a list alone that is on the screen already, and cuts one that no file can hold', () => {
  assert.equal(toWholeList(listNumbers, options, { limit: 5, total: 5 }), undefined);
  const huge = toWholeList(listNumbers, options, { limit: 500, total: 1_000_000 });
  assert.deepEqual([huge?.total, huge?.isCut], [20_000, true]);
});
