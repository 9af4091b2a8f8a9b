import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { toBody } from './to-body.ts';

const Run = z.object({
  run_id: z.string(),
  top_3_count: z.int(),
  created_at: z.string(),
  ended_at: z.int().nullable(),
  warned_at: z.string().optional(),
  parent_id: z.string().nullable(),
  features: z.array(z.string()),
});
const internal = { isInternal: true };
const source = { runId: 'r1', top3Count: 3, createdAt: new Date(0), endedAt: new Date(5), features: ['local_pack'], parentId: undefined };

test('a body has the fields of the schema, instants as the schema says, and null for what is not there', () => {
  assert.deepEqual(toBody(Run, { ...source, ...internal }), {
    run_id: 'r1',
    top_3_count: 3,
    created_at: '1970-01-01T00:00:00.000Z',
    ended_at: 5,
    warned_at: undefined,
    parent_id: null,
    features: ['local_pack'],
  });
  assert.equal(toBody(Run, { ...source, warnedAt: new Date(0) }).warned_at, '1970-01-01T00:00:00.000Z');
});

test('a missing field and one of another type do not compile', () => {
  const { runId, ...rest } = source;
  assert.equal(toBody(Run, { ...rest, runId }).run_id, 'r1');
  // @ts-expect-error -- run_id is missing
  assert.equal(toBody(Run, rest).run_id, undefined);
  // @ts-expect-error -- a text where a number belongs
  assert.equal(toBody(Run, { ...source, top3Count: '3' }).top_3_count, '3');
  // @ts-expect-error -- an instant where a list belongs
  assert.ok(toBody(Run, { ...source, features: new Date(0) }).features instanceof Date);
});
