import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { addDays } from '#kernel/days.ts';
import { setScene } from './crash-run.ts';
import { makeImportClient } from './import-client.ts';
import { killService, SERVICE_KEY, startService, stopService } from './service-process.ts';
import { withApp } from './tracking-run.ts';
import { waitUntil } from './wait-until.ts';

/** A service that is killed without warning, again and again, while it writes the history of another tracker. */
export interface ImportCrashRun {
  readonly points: number;
  readonly kills: number;
  /** Bounds of the random life of each process after it was ready. */
  readonly lifeMs: { readonly min: number; readonly max: number };
  readonly deadlineMs: number;
}

const DAYS = 500;
const SUMS = {
  name: 'test-sum-imported',
  sql: `select count() as points, sum(ifNull(organic, 0)) as places, toString(sum(cityHash64(keyword_id, day, row, outcome, ifNull(organic, 0)))) as hash
    from imported_positions where project_id = {project_id:String}`,
  params: z.object({ project_id: z.string() }),
  row: z.object({ points: z.number(), places: z.number(), hash: z.string() }),
};

/** The same file is brought into two projects, undisturbed into the first one; both have the same points then, and none after undo. */
export async function runImportCrashes(t: TestContext, { points, kills, lifeMs, deadlineMs }: ImportCrashRun): Promise<void> {
  const { place } = await setScene(t);
  const { api, url } = place;
  let service = await startService(place, deadlineMs);
  t.after(() => service.kill('SIGKILL'));
  const client = makeImportClient(api, url, SERVICE_KEY);
  const makeProject = async (): Promise<string> => {
    const { project_id: id } = (await api.post('/api/projects', { name: 'Shop', organization_id: 'org_crash' })).body;
    await api.post('/api/assets', { project_id: id, type: 'website', value: 'example.com', skip_onboarding: true });
    return id;
  };
  const [calm, killed] = [await makeProject(), await makeProject()];
  const bytes = makeTable(points);
  const first = await client.bring(calm, 'a.csv', bytes, { scale: 'organic' });
  const second = await client.upload(killed, 'a.csv', bytes);
  const { mapping } = (await api.post(`/api/imports/${second}/detect`)).body.import;
  await api.put(`/api/imports/${second}/mapping`, { ...mapping, scale: 'organic' });
  assert.equal((await api.post(`/api/imports/${second}/commit`, {})).status, 202);
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(lifeMs.min + Math.random() * (lifeMs.max - lifeMs.min));
    await killService(service);
    service = await startService(place, deadlineMs);
  }
  await waitUntil(async () => (await api.get(`/api/imports/${second}`)).body.import.status === 'committed', 'the commit', deadlineMs);
  assert.equal((await api.get(`/api/imports/${second}`)).body.import.points, points);
  await stopService(service);
  await withApp(place, async ({ context: { clickhouse } }) => {
    const [right, found] = [await clickhouse.query(SUMS, { project_id: calm }), await clickhouse.query(SUMS, { project_id: killed })];
    assert.equal(right[0]?.points, points);
    assert.deepEqual(found, right);
  });
  service = await startService(place, deadlineMs);
  for (const id of [first, second]) assert.equal((await api.delete(`/api/imports/${id}`)).status, 200);
  await killService(service);
  await withApp(place, async ({ context: { clickhouse } }) => {
    const count = async (id: string) => (await clickhouse.query(SUMS, { project_id: id }))[0]?.points;
    await waitUntil(async () => (await count(calm)) === 0 && (await count(killed)) === 0, 'the points to be removed', deadlineMs);
  });
}

function makeTable(points: number): Buffer {
  const lines = ['keyword,date,position'];
  for (let at = 0; at < points; at += 1)
    lines.push(`keyword ${Math.floor(at / DAYS)},${addDays('2023-01-01', at % DAYS)},${1 + ((at * 7) % 90)}`);
  return Buffer.from(`${lines.join('\n')}\n`);
}
