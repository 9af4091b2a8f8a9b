import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp } from '../support/app.ts';

interface Change {
  readonly action: string;
  readonly table: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
  readonly rows: number;
  readonly ids: readonly string[];
}

interface Entry {
  readonly action: string;
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string | null };
  readonly subject: Record<string, unknown>;
  readonly status: number | null;
  readonly request_id: string;
  readonly organization_id: string | null;
  readonly project_id: string | null;
  readonly changes: readonly Change[];
  readonly rows_changed: number;
}

async function read(api: ApiClient, query = '', path = '/api/admin/audit'): Promise<Entry[]> {
  const { status, body } = await api.get(`${path}?limit=500${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.entries;
}

test('has what was changed, before and after', async (suite) => {
  const { api, app, stores, withKey } = await startTestApp(suite);
  const ours = (await api.post('/api/projects', { name: 'Shop', organization_id: 'org_ours' })).body.project;
  const theirs = (await api.post('/api/projects', { name: 'Other', organization_id: 'org_theirs' })).body.project;
  const writer = await withKey({ scopes: ['read', 'write'], organization_id: 'org_ours' });

  await suite.test('one entry of a call: who, whose, the fields that differ, and how it ended', async () => {
    await writer.put(`/api/projects/${ours.id}`, { name: 'Store', description: 'Shoes' }, { 'x-request-id': 'renamed' });
    const [entry, ...others] = (await read(api, `&project_id=${ours.id}`)).filter(({ request_id: id }) => id === 'renamed');
    assert.deepEqual(others, []);
    assert.deepEqual(
      [entry?.action, entry?.actor.kind, entry?.actor.name, entry?.status, entry?.organization_id, entry?.project_id, entry?.rows_changed],
      ['PUT /api/projects/{project_id}', 'key', 'test', 200, 'org_ours', ours.id, 1],
    );
    assert.deepEqual(entry?.changes, [
      {
        action: 'project.changed',
        table: 'projects',
        id: ours.id,
        name: 'Store',
        before: { name: 'Shop', description: null },
        after: { name: 'Store', description: 'Shoes' },
        rows: 1,
        ids: [],
      },
    ]);
  });

  await suite.test('what an act of an administrator changed stands in its own entry', async () => {
    await api.put('/api/admin/config', { audit_retention_days: 300 }, { 'x-request-id': 'kept' });
    const [entry, ...others] = (await read(api)).filter(({ request_id: id }) => id === 'kept');
    assert.deepEqual(others, []);
    assert.deepEqual([entry?.status, entry?.subject], [200, { changes: { audit_retention_days: 300 } }]);
    assert.deepEqual(
      entry?.changes.map(({ action, before, after }) => [action, before, after]),
      [['setting.created', null, { audit_retention_days: 300 }]],
    );
    await api.put('/api/admin/config', { audit_retention_days: 365 });
    const [changed] = await read(api, '&action=setting.changed');
    assert.deepEqual(
      [changed?.changes[0]?.before, changed?.changes[0]?.after],
      [{ audit_retention_days: 300 }, { audit_retention_days: 365 }],
    );
  });

  await suite.test('many rows of a statement are their number, few each its own', async () => {
    const track = async (count: number, from: number) => {
      const keywords = Array.from({ length: count }, (_, at) => ({ project_id: ours.id, keyword_text: `shoe ${from + at}` }));
      const { status } = await writer.post('/api/keywords/track', { keywords }, { 'x-request-id': `track-${count}` });
      assert.ok(status < 300);
      return (await read(api, '&action=keyword.created')).find(({ request_id: id }) => id === `track-${count}`);
    };
    const few = await track(3, 0);
    assert.deepEqual(few?.changes.map(({ name }) => name).toSorted(), ['shoe 0', 'shoe 1', 'shoe 2']);
    const many = await track(60, 100);
    const [change] = many?.changes ?? [];
    assert.deepEqual(
      [change?.action, change?.rows, change?.ids.length, change?.after, many?.rows_changed],
      ['keyword.created', 60, 10, null, 60],
    );
  });

  await suite.test('what a deletion takes with it', async () => {
    const { body } = await writer.post('/api/tags', { project_id: ours.id, name: 'Boots', color: 'red' });
    const keywords = (await writer.get(`/api/project-keywords?project_id=${ours.id}&limit=2`)).body.keywords;
    const ids = keywords.map(({ keyword_id: id }: { keyword_id: string }) => id);
    const tagged = await writer.post('/api/project-keywords/bulk', { project_id: ours.id, keyword_ids: ids, add_tag_ids: [body.tag.id] });
    assert.equal(tagged.status, 200, JSON.stringify(tagged.body));
    assert.equal((await writer.delete(`/api/tags/${body.tag.id}`)).status, 200);
    const [entry] = await read(api, '&action=tag.deleted');
    assert.deepEqual(entry?.changes.map(({ action }) => action).toSorted(), ['keyword_tag.deleted', 'keyword_tag.deleted', 'tag.deleted']);
    const [tag] = (await read(api, '&subject=Boots')).flatMap(({ changes }) => changes).filter(({ action }) => action === 'tag.deleted');
    assert.deepEqual([tag?.before?.['name'], tag?.after], ['Boots', null]);
  });

  await suite.test('a change that is taken back leaves nothing, and so does a read or a refusal', async (t) => {
    const before = (await read(api)).length;
    const { postgres } = app.context;
    const transaction = postgres.transaction.bind(postgres);
    const fault = t.mock.method(postgres, 'transaction', (work: (tx: any) => Promise<unknown>) =>
      transaction(async (tx) => {
        await work(tx);
        throw new Error('the end of the transaction failed');
      }),
    );
    assert.equal((await writer.post('/api/tags', { project_id: ours.id, name: 'Lost', color: 'red' })).status, 500);
    assert.ok(fault.mock.callCount() > 0);
    fault.mock.restore();
    await writer.get('/api/projects');
    assert.equal((await writer.put(`/api/projects/${theirs.id}`, { name: 'Mine' })).status, 404);
    assert.equal((await writer.put(`/api/projects/${ours.id}`, { name: '' })).status, 400);
    assert.equal((await read(api)).length, before);
  });

  await suite.test('secrets are said to be changed, and nothing of them', async () => {
    const marker = 'marker-4711-secret';
    const { body } = await writer.post('/api/shares', { project_id: ours.id, name: 'Client', sections: ['overview'], password: marker });
    await writer.put(`/api/shares/${body.share.id}`, { password: `${marker}-two` });
    const changes = (await read(api, `&subject=${body.share.id}`)).flatMap((entry) => entry.changes);
    assert.deepEqual(
      changes.map(({ action, before, after }) => [action, before?.['password_hash'], after?.['password_hash']]),
      [
        ['share.changed', 'changed', 'changed'],
        ['share.created', undefined, 'changed'],
      ],
    );
    const { rows } = await stores.postgres.query('select * from audit_log');
    const text = JSON.stringify(rows);
    for (const secret of [marker, body.token, '$argon2']) assert.ok(!text.includes(secret), secret);
  });

  await suite.test('an organization reads what is its own, and a caller of one project that alone', async () => {
    const path = '/api/organizations/org_ours/audit';
    await api.put(`/api/projects/${theirs.id}`, { name: 'Theirs' });
    const second = (await api.post('/api/projects', { name: 'Second', organization_id: 'org_ours' })).body.project;
    const owner = await withKey({ scopes: ['manage'], organization_id: 'org_ours' });
    const seen = await read(owner, '', path);
    assert.ok(seen.length > 5 && seen.every(({ organization_id: id }) => id === 'org_ours'));
    assert.ok(!JSON.stringify(seen).includes(theirs.id));
    const manager = await withKey({ scopes: ['manage'], project_id: second.id });
    const own = await read(manager, '', path);
    assert.deepEqual([...new Set(own.map(({ project_id: id }) => id))], [second.id]);
    assert.deepEqual(await read(manager, `&project_id=${ours.id}`, path), []);
    assert.equal((await owner.get('/api/organizations/org_theirs/audit')).status, 404);
    assert.equal((await owner.get('/api/organizations/org_never/audit')).status, 404);
    assert.equal((await owner.get('/api/admin/audit')).status, 403);
    assert.equal((await writer.get(path)).status, 403);
  });

  await suite.test('a limit of one project is of its organization, limits of others are not shown', async () => {
    await api.put('/api/admin/config', { budgets: { project_monthly_usd: { [theirs.id]: 7 } } });
    const set = await api.put('/api/admin/config', { budgets: { project_monthly_usd: { [theirs.id]: 7, [ours.id]: 5 } } });
    assert.equal(set.status, 200, JSON.stringify(set.body));
    const [entry] = await read(api, `&project_id=${ours.id}&action=setting`);
    assert.deepEqual(entry?.changes[0]?.after, { [`budgets.project_monthly_usd.${ours.id}`]: 5 });
  });

  await suite.test('as CSV, with the changes as JSON', async () => {
    const csv = (await api.get(`/api/admin/audit?format=csv&action=tag.deleted`)).body as string;
    const [head, line, ...others] = csv.trim().split('\r\n');
    assert.match(head ?? '', /^id,at,actor\.kind,.*,changes,rows_changed$/u);
    assert.match(line ?? '', /""tag\.deleted""/u);
    assert.deepEqual(others, []);
  });
});
