import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { startBalancer } from '../support/balancer.ts';
import { startFleet, type Member } from '../support/fleet.ts';
import { cloneTestDatabase } from '../support/index.ts';
import { startReadingClients } from '../support/reading-clients.ts';
import { SERVICE_KEY } from '../support/service-process.ts';
import { runStops } from '../support/stop-run.ts';

const CLIENTS = 40;

test('a service that 200 clients read from stops well and in time, and answers what it has taken', { timeout: 300_000 }, (t) =>
  runStops(t, { stops: 2 }),
);

test('behind a balancer two processes are replaced one after the other, and no request is lost', { timeout: 300_000 }, async (t) => {
  const fleet = await startFleet(t, { databaseUrl: await cloneTestDatabase(t), apis: 2, workers: 0 });
  const balancer = await startBalancer(t);
  const old = [...fleet.apis];
  for (const { place } of old) balancer.add(place.url);
  const [first] = old as [Member, Member];
  const { body } = await first.place.api.post('/api/projects', { name: 'Rolled', organization_id: 'org_rolled' });
  const paths = [`/api/projects/${body.project_id}`, `/api/rankings/summary?project_id=${body.project_id}`];
  const clients = await startReadingClients({ url: balancer.url, clients: CLIENTS, key: SERVICE_KEY, paths });
  for (const { process } of old) {
    balancer.add((await fleet.start('api')).place.url);
    const ended = once(process, 'exit');
    process.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  }
  const { answers, statuses, lost, refused } = await clients.end();
  assert.deepEqual({ statuses, lost, refused }, { statuses: { 200: answers }, lost: {}, refused: 0 });
});
