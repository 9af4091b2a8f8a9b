import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFleet, type Member } from '../support/fleet.ts';
import { cloneTestDatabase } from '../support/index.ts';
import { bindProject, listQueries, waitForDays } from '../support/search-console-world.ts';
import { SERVICE_KEY } from '../support/service-process.ts';

test('two workers read a property once', { timeout: 600_000 }, async (t) => {
  const fleet = await startFleet(t, { databaseUrl: await cloneTestDatabase(t), apis: 1, workers: 2 });
  const [{ place }] = fleet.apis as [Member];
  const world = { api: place.api, url: place.url, sandbox: fleet.world, key: SERVICE_KEY };
  const { projectId } = await bindProject(world);
  await Promise.all(Array.from({ length: 5 }, () => place.api.post(`/api/projects/${projectId}/search-console/sync`, {})));
  await waitForDays(world, projectId, 120);
  const answered = (await listQueries(world)).filter(({ status }) => status === 200).map(({ day, part }) => `${day} ${part}`);
  assert.ok(answered.length >= 360);
  assert.equal(new Set(answered).size, answered.length, 'each table of a day is asked for once');
});
