import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseTag, toTag } from './queued.ts';
import type { PostKey } from '../question.ts';

const hex = fc.stringMatching(/^[0-9a-f]{32}$/u);
const numbers = (max: number) => fc.integer({ min: 1, max });
const keys = fc.tuple(hex, numbers(999_999), numbers(999)).map(([digits, round, post]): PostKey => ({ id: `qc_${digits}`, round, post }));

test('a tag says which post of which run of which task it is, and nothing else does', () => {
  fc.assert(
    fc.property(keys, keys, (key, other) => {
      assert.deepEqual(parseTag(toTag(key)), key);
      const isSame = key.id === other.id && key.round === other.round && key.post === other.post;
      assert.equal(toTag(key) === toTag(other), isSame);
    }),
  );
});

test("other people's tags are none of ours", () => {
  assert.equal(parseTag(undefined), undefined);
  assert.equal(parseTag(null), undefined);
  const OURS = /^qc_[0-9a-f]{32}\.[1-9]\d{0,5}\.[1-9]\d{0,2}$/u;
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => assert.equal(parseTag(text), undefined)));
  // Ours, with something put in, left out or changed.
  fc.assert(
    fc.property(keys, fc.nat(), fc.nat(3), fc.string({ maxLength: 3 }), (key, where, dropped, put) => {
      const tag = toTag(key);
      const at = where % (tag.length + 1);
      const changed = tag.slice(0, at) + put + tag.slice(at + dropped);
      assert.equal(parseTag(changed) !== undefined, OURS.test(changed), changed);
      if (parseTag(changed) !== undefined) assert.equal(toTag(parseTag(changed) as PostKey), changed, 'no two texts are one tag');
    }),
  );
});
