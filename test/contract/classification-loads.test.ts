import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';

const HEAVY = /areas\/classification\/(?:models|domains|urls|keywords|content|similarity\/embed|llm)\//u;

test('rules, models and readers of pages are no part of a start', async () => {
  const loaded: string[] = [];
  const hooks = registerHooks({
    load: (url, context, next) => {
      if (HEAVY.test(url)) loaded.push(url);
      return next(url, context);
    },
  });
  await import('#areas/index.ts');
  assert.deepEqual(loaded, []);
  const { classification, loadFreeClassifier } = await import('#areas/classification/index.ts');
  assert.equal(classification.name, 'classification');
  await loadFreeClassifier();
  assert.ok(loaded.length > 0, 'they come with the first classification');
  hooks.deregister();
});
