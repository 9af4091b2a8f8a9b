import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGridWorld } from '../../../../test/support/grid-world.ts';
import { makeItem, makeTracked } from '../../../../test/support/rankings-world.ts';
import { listFeatures } from './list-features.ts';

test('features are counted by day, ours where results lead to sites', async (t) => {
  const world = await openGridWorld(t);
  const { projectId, postgres } = world;
  const [first, second] = await Promise.all(['a', 'b'].map((keyword) => makeTracked(postgres, projectId, `features ${keyword}`)));
  assert.ok(first && second);
  const overview = makeItem(1, null, { type: 'ai_overview' });
  const video = (domain: string) => makeItem(3, domain, { type: 'video' });
  world.moveTo('2025-11-18T08:00:00Z');
  await world.check(first, {}, [video('mine.com')]);
  world.moveTo('2025-11-18T10:00:00Z');
  await world.check(first, {}, [overview, video('blog.mine.com')]);
  await world.check(second, {}, [video('notmine.com')]);
  world.moveTo('2025-11-20T10:00:00Z');
  await world.check(first, {}, [overview]);
  await world.fail(second);
  const found = await listFeatures(world.ctx, { projectId, from: '2025-11-18' });
  assert.deepEqual(found.checked, [2, 0, 1]);
  const of = (name: string) => found.features.find(({ feature }) => feature === name);
  assert.deepEqual(of('ai_overview'), { feature: 'ai_overview', keywords: [1, null, 1], ours: null, loaded: [0, null, 0] });
  assert.deepEqual(of('video'), { feature: 'video', keywords: [2, null, 0], ours: [1, null, 0], loaded: null });
  assert.equal(of('organic'), undefined);
});
