import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { startDueExports } from '#areas/exports/schedule/start-due-exports.ts';
import { startTestApp } from '../support/app.ts';
import { listSent, makeWebhook } from '../support/channel-world.ts';
import { makeExport, runExport, waitForRun } from '../support/export-world.ts';
import { openTestStores } from '../support/index.ts';
import { waitUntil } from '../support/wait-until.ts';

const ORG = 'org_brought';
const BUCKET = { kind: 's3', region: 'eu-central-1', bucket: 'shop', prefix: 'weekly/acme', access_key_id: 'AKSANDBOX' };
const SECRET = 'sandbox-bucket-secret';

async function openWorld(t: TestContext) {
  const stores = await openTestStores(t);
  const root = join(stores.dataDir, 'taken');
  const app = await startTestApp(t, { stores, environment: { EXPORTS_FOLDER: root } });
  const { api, sandbox } = app;
  const made = await api.post('/api/projects', { name: 'Shop', organization_id: ORG, time_zone: 'Europe/Berlin' });
  const projectId: string = made.body.project_id;
  for (const value of ['example.com', 'example.org'])
    await api.post('/api/assets', { project_id: projectId, type: 'website', value, name: value, skip_onboarding: true });
  const selection = { list: '/api/assets', query: { project_id: projectId }, fields: ['asset_id', 'name'] };
  const csv = (await api.get(`/api/assets?project_id=${projectId}&fields=asset_id,name&format=csv`)).body as string;
  const listObjects = async (bucket = 'shop') => (await sandbox.get(`/_sandbox/buckets?bucket=${bucket}`)).body.objects;
  return { app, api, sandbox, root, selection, csv, projectId, listObjects };
}

test('exports are brought where they are wanted', async (t) => {
  const { app, api, sandbox, root, selection, csv, projectId, listObjects } = await openWorld(t);
  const endpoint = `${app.app.context.config.sandbox}/s3`;
  const bucket = { ...BUCKET, endpoint, secret_access_key: SECRET };

  await t.test('into a folder below the configured one, whole, and never out of it', async () => {
    const id = await makeExport(api, { ...selection, destination: { kind: 'folder', folder: 'reports/weekly' } });
    const run = await runExport(api, id);
    assert.deepEqual([run.status, run.delivered_to], ['done', `${ORG}/reports/weekly/${run.file_name}`]);
    assert.equal(await readFile(join(root, run.delivered_to ?? ''), 'utf8'), csv);
    assert.deepEqual(await readdir(join(root, ORG, 'reports/weekly')), [run.file_name], 'nothing beside it');
    for (const folder of ['../up', 'a/../../b', '/etc', 'a//b', '.', 'a\\b'])
      assert.equal(
        (await api.post('/api/exports', { name: 'Out', ...selection, destination: { kind: 'folder', folder } })).status,
        400,
        folder,
      );
    await symlink('/tmp', join(root, ORG, 'away'));
    const away = await runExport(api, await makeExport(api, { ...selection, destination: { kind: 'folder', folder: 'away' } }));
    assert.deepEqual([away.status, away.reason, away.has_file], ['failed', 'The folder leads out of EXPORTS_FOLDER', false]);
  });

  await t.test('into a bucket, signed with a secret that is never answered', async () => {
    const made = await api.post('/api/exports', { name: 'Bucket', ...selection, destination: bucket });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.ok(!JSON.stringify(made.body).includes(SECRET));
    const { id } = made.body.export;
    const run = await runExport(api, id);
    assert.deepEqual([run.status, run.reason, run.delivered_to], ['done', null, `s3://shop/weekly/acme/${run.file_name}`]);
    const [object, ...others] = await listObjects();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [object.key, object.text, object.sha256, object.puts, object.content_type],
      [`weekly/acme/${run.file_name}`, csv, run.sha256, 1, 'text/csv; charset=utf-8'],
    );
    // The secret stays where it was entered for.
    const { secret_access_key: _secret, ...without } = bucket;
    assert.equal((await api.put(`/api/exports/${id}`, { destination: { ...without, prefix: '' } })).status, 200);
    for (const change of [{ bucket: 'other' }, { access_key_id: 'AKOTHER' }, { endpoint: `${endpoint}/b` }])
      assert.equal((await api.put(`/api/exports/${id}`, { destination: { ...without, ...change } })).status, 400, JSON.stringify(change));
    assert.equal((await runExport(api, id)).status, 'done');
    const secrets = await app.app.context.postgres.query<{ count: number }>(
      `select count(*) as count from secrets where kind = 'export_s3'`,
    );
    assert.deepEqual(secrets.rows, [{ count: 1 }]);
    assert.equal((await api.delete(`/api/exports/${id}`)).status, 200);
    const after = await app.app.context.postgres.query<{ count: number }>(`select count(*) as count from secrets where kind = 'export_s3'`);
    assert.deepEqual(after.rows, [{ count: 0 }], 'its secret went with it');
  });

  await t.test('a wrong secret, a bucket that is not there and a private server are said', async () => {
    const wrong = await runExport(api, await makeExport(api, { ...selection, destination: { ...bucket, secret_access_key: 'wrong' } }));
    assert.equal(wrong.status, 'failed');
    assert.match(wrong.reason ?? '', /SignatureDoesNotMatch/u);
    const gone = await runExport(api, await makeExport(api, { ...selection, destination: { ...bucket, bucket: 'no-such' } }));
    assert.match(gone.reason ?? '', /NoSuchBucket/u);
    for (const server of ['http://169.254.169.254', 'https://127.0.0.1', 'http://example.com'])
      assert.equal(
        (await api.post('/api/exports', { name: 'No', ...selection, destination: { ...bucket, endpoint: server } })).status,
        400,
        server,
      );
  });

  await t.test('a bucket that is away for a moment gets its one object when it is back', async () => {
    const before = (await listObjects()).length;
    await sandbox.post('/_sandbox/faults', { match: '/s3/shop', kind: 'http_500', count: 1 });
    await sandbox.post('/_sandbox/faults', { match: '/s3/shop', kind: 'lost_answer', count: 1 });
    const run = await runExport(api, await makeExport(api, { ...selection, destination: bucket }));
    assert.equal(run.status, 'done', run.reason ?? '');
    const objects = await listObjects();
    assert.equal(objects.length, before + 1);
    assert.deepEqual([objects.at(-1).key, objects.at(-1).sha256], [`weekly/acme/${run.file_name}`, run.sha256]);
  });

  await t.test('a receiver gets one signed message, whose link opens the file', async () => {
    const hook = await makeWebhook(app, { project_id: projectId, events: ['digest'] });
    const id = await makeExport(api, { ...selection, destination: { kind: 'channel', channel_id: hook.id, days: 2 } });
    const run = await runExport(api, id);
    assert.deepEqual([run.status, run.delivered_to], ['done', 'Ours']);
    await waitUntil(async () => (await listSent({ sandbox })).length > 0, 'the message');
    const [message, ...others] = await listSent({ sandbox });
    assert.deepEqual(others, []);
    assert.ok(message);
    const body = new Webhook(hook.secret).verify(message.body, message.headers) as any;
    assert.deepEqual([body.event, body.run.sha256, body.run.rows, body.export.id], ['export', run.sha256, 2, id]);
    assert.equal((await app.anonymous.get(new URL(body.file.url).pathname)).body, csv);
    const feed = await api.post('/api/channels', { project_id: projectId, kind: 'feed', name: 'Feed' });
    const other = { kind: 'channel', channel_id: feed.body.channel.id };
    assert.equal((await api.post('/api/exports', { name: 'No', ...selection, destination: other })).status, 400);
    assert.equal(
      (await api.post('/api/exports', { name: 'No', ...selection, destination: { kind: 'channel', channel_id: 'chn_none' } })).status,
      404,
    );
    assert.equal((await api.get('/api/inbox')).body.total ?? 0, 0, 'nothing of it is in the inbox');
  });

  await t.test('each day at the hour of the project, once, and after a downtime the newest alone', async () => {
    const id = await makeExport(api, { ...selection, every: 'day', at: '06:30' });
    const { export: made } = (await api.get(`/api/exports/${id}`)).body;
    assert.equal(made.time_zone, 'Europe/Berlin');
    const local = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' });
    assert.equal(local.format(new Date(made.next_run_at)), '06:30');
    await sandbox.post('/_sandbox/clock', { advance_days: 5 });
    // Two more that look at the same time as the service does.
    await Promise.all([startDueExports(app.app.context), startDueExports(app.app.context)]);
    const run = await waitForRun(api, id);
    const { runs } = (await api.get(`/api/exports/${id}/runs`)).body;
    assert.equal(runs.length, 1);
    assert.deepEqual([run.status, run.started_by, run.missed >= 3 && run.missed <= 4], ['done', 'schedule', true]);
    assert.equal((await api.put(`/api/exports/${id}`, { enabled: false })).body.export.next_run_at, null);
  });

  await t.test('a file that was changed among the blobs is not brought', async () => {
    const id = await makeExport(api, { ...selection, destination: { kind: 'folder', folder: 'checked' } });
    const run = await runExport(api, id);
    assert.equal(run.sha256, createHash('sha256').update(csv).digest('hex'));
    await writeFile(join(root, run.delivered_to ?? ''), 'other');
    assert.equal((await api.get(`/api/exports/${id}/runs/${run.id}/file`)).body, csv, 'what is taken away is a copy');
  });
});
