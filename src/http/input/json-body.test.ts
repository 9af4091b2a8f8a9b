import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findShapeProblem, JSON_DEPTH_MAX, JSON_VALUES_MAX } from './json-body.ts';

const find = (text: string): string | undefined => findShapeProblem(Buffer.from(text))?.message;
const TOO_DEEP = `must not be nested deeper than ${JSON_DEPTH_MAX} levels`;
const TOO_MANY = `must have at most ${JSON_VALUES_MAX} values`;

test('takes 64 levels and refuses one more, of lists and of objects', () => {
  const lists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  for (const nest of [lists, objects])
    assert.deepEqual([find(nest(JSON_DEPTH_MAX)), find(nest(JSON_DEPTH_MAX + 1))], [undefined, TOO_DEEP]);
  assert.equal(find(`[${'[],'.repeat(1_000)}[]]`), undefined, 'beside each other is not inside each other');
});

test('counts values of lists and of objects together', () => {
  const numbers = (count: number): string => `{"list":[${Array.from({ length: count }, () => '1').join(',')}]}`;
  // The body, the list and what the list holds but for the first, which comes without a comma.
  assert.deepEqual([find(numbers(JSON_VALUES_MAX - 2)), find(numbers(JSON_VALUES_MAX - 1))], [undefined, TOO_MANY]);
  assert.equal(find(`{${Array.from({ length: JSON_VALUES_MAX + 1 }, (_none, at) => `"f${at}":1`).join(',')}}`), TOO_MANY);
  assert.equal(find(`[${'{},'.repeat(JSON_VALUES_MAX / 2)}{}]`), TOO_MANY);
});

test('counts nothing of what stands inside texts', () => {
  const text = '[{,'.repeat(JSON_VALUES_MAX);
  assert.equal(find(JSON.stringify({ [text]: text })), undefined);
  assert.equal(find(JSON.stringify({ text: `\\"${text}\\` })), undefined);
  assert.equal(find(`{"text":"\\\\",${'['.repeat(65)}`), TOO_DEEP, 'an escaped backslash escapes no quote');
  for (const broken of ['"', '"\\', '{"a":"\\"', ']]]]', '']) assert.equal(find(broken), undefined, broken);
});

test('accepts what is small and flat enough, and stops as soon as it is not', () => {
  fc.assert(fc.property(fc.json({ maxDepth: 6 }), (text) => find(text) === undefined));
  let looked = 0;
  const bytes = new Proxy(Buffer.from('['.repeat(1_000_000)), {
    get: (target, name) => {
      if (name !== 'length') looked += 1;
      return Reflect.get(target, name, target) as unknown;
    },
  });
  assert.equal(findShapeProblem(bytes)?.message, TOO_DEEP);
  assert.equal(looked, JSON_DEPTH_MAX + 1);
});
