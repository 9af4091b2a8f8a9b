import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { bindProject, connect, waitForDays, waitForSync } from '../support/search-console-world.ts';
import { waitUntil } from '../support/wait-until.ts';

const DAYS = 30;
const CONNECTIONS = '/api/search-console/connections';

test(
  'a connection that begins to fail says so once with one step, and that is over when it works again',
  { timeout: 300_000 },
  async (t) => {
    const world = await startTestApp(t);
    const { api, sandbox } = world;
    const set = async (body: object): Promise<void> => void (await sandbox.post('/_sandbox/search-console', body));
    const connectionId = await connect(world);
    const { projectId, siteUrl } = await bindProject(world, connectionId);
    const makeFeed = async (of: object): Promise<string> => {
      const made = await api.post('/api/channels', { kind: 'feed', name: 'Feed', config: {}, ...of });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      return made.body.channel.id;
    };
    const feeds = [
      await makeFeed({ project_id: projectId }),
      await makeFeed({ organization_id: 'org_rankings' }),
      await makeFeed({ organization_id: 'org_rankings', events: ['digest'] }),
    ];
    const listEntries = async (): Promise<any[]> => (await api.get('/api/inbox')).body.entries.toReversed();
    const titles = async () => (await listEntries()).map(({ title, ended_at: endedAt }) => `${title}${endedAt === null ? '' : ' (over)'}`);
    const countSent = async () =>
      await Promise.all(feeds.map(async (id) => (await api.get(`/api/channels/${id}/deliveries`)).body.pagination.total));
    const read = async (): Promise<string> => (await api.post(`/api/projects/${projectId}/search-console/sync`, {})).body.workflow_id;
    const fail = async (): Promise<void> => {
      await world.app.context.workflows.waitFor(await read(), 120_000);
      await waitForSync(world, projectId, 'failing');
    };
    const readUntilSaid = async (title: string): Promise<void> => {
      await read();
      await waitUntil(async () => (await titles()).at(-1) === title, title);
    };
    const account = 'Google account';
    const said: string[] = [];
    await waitForDays(world, projectId, DAYS);

    await t.test('nothing was said while all was well', async () => {
      assert.deepEqual(await titles(), said);
    });

    await t.test('the same fault is said once, however often it is met, to those who take it', async () => {
      await set({ broken: 'api_off' });
      await fail();
      await fail();
      await api.post(`${CONNECTIONS}/${connectionId}/test`);
      said.push(`Search Console cannot be read: ${account}`);
      assert.deepEqual(await titles(), said);
      const [entry] = await listEntries();
      const { connection } = (await api.get(`${CONNECTIONS}/${connectionId}`)).body;
      assert.equal(entry.text, `${connection.cause} ${connection.next_step} What was collected stays.`);
      assert.deepEqual([entry.event, entry.severity, entry.project_id], ['search_console', 'warning', null]);
      assert.equal(entry.path, `/console/p/${projectId}/search-console?connection=${connectionId}`);
      assert.deepEqual(await countSent(), [1, 1, 0]);
    });

    await t.test('another fault has another step, and ends what was said before', async () => {
      await set({ broken: 'wrong_scope' });
      await fail();
      said.splice(0, 1, `Search Console cannot be read: ${account} (over)`, `Search Console cannot be read: ${account}`);
      assert.deepEqual(await titles(), said);
      assert.match((await listEntries())[1].text, /Connect again/u);
    });

    await t.test('once a day is read again it is over, without a test by hand', async () => {
      await set({ broken: null });
      await readUntilSaid(`Search Console is read again: ${account}`);
      said.splice(1, 1, `Search Console cannot be read: ${account} (over)`, `Search Console is read again: ${account}`);
      assert.deepEqual(await titles(), said);
      assert.equal((await api.get(`${CONNECTIONS}/${connectionId}`)).body.connection.status, 'ok');
      assert.deepEqual(await countSent(), [3, 3, 0]);
    });

    await t.test('a property that the account may not read is named, and its connection is well', async () => {
      await set({ broken: 'no_permission' });
      for (let times = 0; times < 2; times += 1) await fail();
      said.push(`Search Console cannot be read: ${siteUrl}`);
      assert.deepEqual(await titles(), said);
      assert.equal((await api.get(`${CONNECTIONS}/${connectionId}`)).body.connection.status, 'ok');
      await set({ broken: null });
      await readUntilSaid(`Search Console is read again: ${siteUrl}`);
      said.splice(-1, 1, `Search Console cannot be read: ${siteUrl} (over)`, `Search Console is read again: ${siteUrl}`);
      assert.deepEqual(await titles(), said);
    });

    await t.test('access that was taken back is said, and is over after signing in again', async () => {
      await set({ revoke: true });
      await fail();
      assert.match((await listEntries()).at(-1).text, /Connect again/u);
      await connect(world, { connection_id: connectionId });
      await waitUntil(async () => (await titles()).at(-1) === `Search Console is read again: ${account}`, 'that it is said to work');
      said.push(`Search Console cannot be read: ${account} (over)`, `Search Console is read again: ${account}`);
      assert.deepEqual(await titles(), said);
    });

    await t.test('what goes, or is read no more, has no fault', async () => {
      await set({ broken: 'no_permission' });
      await fail();
      assert.equal((await api.delete(`/api/projects/${projectId}/search-console`)).status, 200);
      said.push(`Search Console cannot be read: ${siteUrl} (over)`);
      assert.deepEqual(await titles(), said);
      await set({ broken: 'api_off' });
      await api.post(`${CONNECTIONS}/${connectionId}/test`);
      said.push(`Search Console cannot be read: ${account}`);
      assert.deepEqual(await titles(), said);
      assert.equal((await listEntries()).at(-1).path, '/console/');
      assert.equal((await api.delete(`${CONNECTIONS}/${connectionId}`)).status, 200);
      said.splice(-1, 1, `Search Console cannot be read: ${account} (over)`);
      assert.deepEqual(await titles(), said);
    });
  },
);
