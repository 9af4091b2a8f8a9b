import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byUse, toChoices } from './choices.ts';

test('likely labels come first, each once, without the present one and unknown ones', () => {
  const all = ['article', 'blog_post', 'product_page', 'category_page'];
  assert.deepEqual(toChoices({ present: 'article', likely: [null, 'category_page', 'article', 'gone'], all }), [
    'category_page',
    'blog_post',
    'product_page',
  ]);
});

test('there is a key for each choice', () => {
  const all = Array.from({ length: 51 }, (_, index) => `label_${index}`);
  assert.equal(toChoices({ present: null, likely: [], all }).length, 9);
});

test('usual labels come first', () => {
  assert.deepEqual(byUse(['a', 'b', 'c', 'd'], { c: 5, b: 1 }), ['c', 'b', 'a', 'd']);
});
