import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeExport, waitForRun } from '../support/export-world.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { planSandboxedService } from '../support/sandboxed-service.ts';
import { killService, startService, stopService } from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';

test("after kill -9 between a bucket's answer and its record, and while a list is read, a run has one file", async (t) => {
  const { place, dataDir, sandboxUrl, sandbox } = await planSandboxedService(t);
  const { api } = place;
  const first = await startService(place, PATIENCE_MS);
  const { project_id: projectId } = (await api.post('/api/projects', { name: 'Shop', organization_id: 'org_killed' })).body;
  await api.post('/api/assets', { project_id: projectId, type: 'website', value: 'example.com', name: 'Shop', skip_onboarding: true });
  const destination = {
    kind: 's3',
    endpoint: `${sandboxUrl}/s3`,
    bucket: 'shop',
    access_key_id: 'AKSANDBOX',
    secret_access_key: 'sandbox-bucket-secret',
  };
  const id = await makeExport(api, { list: '/api/assets', query: { project_id: projectId }, destination });
  const listObjects = async () => (await sandbox.get('/_sandbox/buckets')).body.objects;

  // The object is written, and the answer never comes.
  await sandbox.post('/_sandbox/faults', { match: '/s3/shop', kind: 'lost_answer', count: 1, delay_ms: 60_000 });
  const { run } = (await api.post(`/api/exports/${id}/run`)).body;
  await waitUntil(async () => (await listObjects()).length === 1, 'the bucket to take it');
  await killService(first);
  const second = await startService(place, PATIENCE_MS);
  const ended = await waitForRun(api, id, run.id);
  assert.deepEqual([ended.status, ended.rows], ['done', 1], ended.reason ?? '');
  const objects = await listObjects();
  assert.equal(objects.length, 1, 'one object');
  assert.deepEqual([objects[0].sha256, objects[0].puts], [ended.sha256, 2]);

  // Killed at once, wherever it is: the run goes on, and there is one more file.
  const { run: next } = (await api.post(`/api/exports/${id}/run`)).body;
  await killService(second);
  const third = await startService(place, PATIENCE_MS);
  const again = await waitForRun(api, id, next.id);
  assert.equal(again.status, 'done', again.reason ?? '');
  assert.equal((await listObjects()).length, 2);
  assert.deepEqual(new Set(await readdir(join(dataDir, 'blobs', 'exports', id))), new Set([run.id, next.id]));
  const file = await api.get(`/api/exports/${id}/runs/${next.id}/file`);
  assert.equal(createHash('sha256').update(file.body).digest('hex'), again.sha256);
  assert.equal((await api.get(`/api/exports/${id}/runs`)).body.total, 2);
  await stopService(third);
});
