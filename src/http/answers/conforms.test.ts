import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { makeConforms } from './conforms.ts';

const Row = z.object({
  id: z.string(),
  'odd "name"\n': z.int().nullable(),
  share: z.number(),
  status: z.enum(['a', 'b']),
  kind: z.literal([1, null]),
  note: z.string().optional(),
  tags: z.array(z.string()),
  any: z.unknown(),
  open: z.looseObject({ x: z.boolean() }),
});
const row = { id: '1', 'odd "name"\n': null, share: 0.5, status: 'a', kind: null, tags: ['x'], any: { deep: 1 }, open: { x: true, y: 2 } };
const conforms = makeConforms(z.object({ rows: z.array(Row) }));

test('says yes to what the schema would give back unchanged', () => {
  assert.equal(conforms({ rows: [row, { ...row, note: 'n', 'odd "name"\n': 3, kind: 1 }] }), true);
  assert.equal(conforms({ rows: [] }), true);
  assert.equal(makeConforms(z.object({}))({}), true);
});

for (const [what, change] of Object.entries({
  'a field that would be cut': { extra: 1 },
  'a missing field': { id: undefined },
  'a number that is no integer': { 'odd "name"\n': 1.5 },
  'a number that JSON cannot hold': { share: Number.NaN },
  'a text for a number': { share: '1' },
  'an unknown value': { status: 'c' },
  'another literal': { kind: 2 },
  'a list of something else': { tags: [1] },
  'a text for a list': { tags: 'x' },
  'nothing for anything': { any: undefined },
  'a list for an object': { open: [] },
})) {
  test(`says no to ${what}`, () => {
    assert.equal(conforms({ rows: [row, { ...row, ...change }] }), false);
  });
}

test('leaves to the schema whatever it does not know', () => {
  const cases: [z.ZodType, unknown][] = [
    [z.string().min(2), 'ab'],
    [z.string().trim(), ' a'],
    [z.iso.date(), '2026-01-01'],
    [z.int().min(1), 1],
    [z.string().default('a'), 'a'],
    [z.string().transform(Number), '1'],
    [z.object({ a: z.string() }).refine(() => true), { a: '' }],
    [z.strictObject({ a: z.string() }), { a: '' }],
    [z.object({ a: z.email() }), { a: 'a@b.example' }],
    [z.array(z.string()).max(1), []],
  ];
  for (const [schema, value] of cases) assert.equal(makeConforms(schema)(value), false);
});
