import assert from 'node:assert/strict';
import test from 'node:test';
import { RIGHT_NAMES } from '#http/rights.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { summarize } from '../support/openapi-walk-access.ts';
import { plainRequests, type WalkRequest } from '../support/openapi-walk-requests.ts';
import { sendRequest, writeRequest, type Ids, type Sender } from '../support/openapi-walk-send.ts';
import { listWalked } from '../support/openapi-walk-suite.ts';
import type { ApiClient } from '../support/api-client.ts';
import { makeThings, readThings, waitForWorkflow } from '../support/openapi-walk-world.ts';
import type { WalkOperation } from '../support/openapi-walk.ts';
import { joinAs, makeOperator, PAGE, type SignedIn } from '../support/people-world.ts';
import { WHOLE_SERVICE } from '../support/whole-service.ts';
import { takeShare } from '../support/test-width.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Every endpoint of the document x every role x things of the own, a sibling and a foreign project. */

const ROLES = ['owner', 'manager', 'editor', 'viewer', 'client'] as const;
type Role = (typeof ROLES)[number];

/** What each role may do, written down once more as an operator of a service would expect it. */
const MAY: Readonly<Record<Role, readonly string[]>> = {
  owner: ['look', 'export', 'see_costs', 'ask', 'annotate', 'edit', 'manage_projects', 'manage', 'own'],
  manager: ['look', 'export', 'see_costs', 'ask', 'annotate', 'edit', 'manage_projects', 'manage'],
  editor: ['look', 'export', 'see_costs', 'ask', 'annotate', 'edit'],
  viewer: ['look', 'export', 'see_costs'],
  client: ['look'],
};
/** Areas of which a client has no screen. */
const NOT_FOR_CLIENTS = [
  'alerts',
  'apps',
  'assets',
  'audit',
  'channels',
  'classification',
  'costs',
  'digests',
  'domains',
  'exports',
  'imports',
  'jobs',
  'mail',
  'research',
  'search',
  'shares',
];

/** Ids of things that belong to one project. */
const NAMES_PROJECT =
  /§(project_id|asset_id|tag_id|annotation_id|share_id|channel_id|entry_id|digest_id|rule_id|alert_id|mute_id|import_id|export_id)§/u;

test('rights', async (t) => {
  const world = await startTestApp(t);
  const { api, app, stores } = world;
  const { server } = app;
  const operations = listWalked((await api.get('/openapi.json')).body);
  const keyed = operations.filter(({ right, access, takesCookie }) => right !== null && access === 'key' && takesCookie);
  const operator = await makeOperator(world);
  const own = await makeThings(api, stores.postgres, { organization: 'org_roles' });
  const sibling = await makeThings(api, stores.postgres, { organization: 'org_roles' });
  const foreign = await makeThings(api, stores.postgres, { organization: 'org_elsewhere' });
  for (const things of [own, sibling, foreign]) await waitForWorkflow(api, things);
  const people = Object.fromEntries(
    await Promise.all(
      ROLES.map(async (role) => {
        const limits = ['editor', 'viewer', 'client'].includes(role) ? { project_ids: [own['project_id']] } : {};
        return [role, await joinAs(world, 'org_roles', { role, ...limits })] as const;
      }),
    ),
  ) as Readonly<Record<Role, SignedIn>>;

  await t.test('each endpoint names one right of the list', () => {
    assert.ok(keyed.length > 200);
    for (const { name, right } of keyed) assert.ok(RIGHT_NAMES.includes(right!), name);
  });

  for (const [at, role] of ROLES.entries()) {
    const sender = toSender(people[role], at);
    const mayCall = ({ right }: WalkOperation): boolean => right !== null && MAY[role].includes(right);
    const isShown = ({ tag }: WalkOperation): boolean => role !== 'client' || !NOT_FOR_CLIENTS.includes(tag);

    await t.test(`${role}: what the role does not include is refused, whatever it is asked of`, async () => {
      const refused = keyed
        .filter((operation) => !mayCall(operation) || !isShown(operation))
        .filter(({ name }) => !name.includes('workflow_id'));
      for (const operation of refused) {
        const expected = isShown(operation) ? '403 Forbidden' : '404 Page not found';
        for (const ids of [own, foreign]) assert.equal(await ask(world, operation, { sender, ids }), expected, operation.name);
      }
    });

    await t.test(`${role}: what it includes is answered for the own project`, async () => {
      const allowed = keyed.filter((operation) => operation.method === 'GET' && mayCall(operation) && isShown(operation));
      for (const operation of takeShare(allowed, 2)) {
        const got = await ask(world, operation, { sender, ids: own });
        if (WHOLE_SERVICE.includes(operation.name)) assert.equal(got, '403 Forbidden', operation.name);
        else assert.doesNotMatch(got, /^(401|403|500)/u, operation.name);
      }
    });

    await t.test(`${role}: things of other projects and organizations are as if they never were`, async () => {
      await waitForKeywordWork(api);
      const before = [await readThings(api, sibling), await readThings(api, foreign)];
      const others = role === 'owner' || role === 'manager' ? [foreign] : [sibling, foreign];
      for (const operation of takeShare(
        keyed.filter((one) => mayCall(one) && isShown(one)),
        2,
      )) {
        for (const request of plainRequests(operation).filter(namesProject)) {
          for (const ids of others) {
            // What both have, such as the organization of a sibling, stays.
            const never = toUnknown(own, ids);
            const unknown = await answer(world, operation, { sender, ids: never, request });
            const got = await answer(world, operation, { sender, ids, request });
            assert.deepEqual(got, unknown, `${operation.name} ${JSON.stringify(request)}`);
          }
        }
      }
      assert.deepEqual([await readThings(api, sibling), await readThings(api, foreign)], before);
    });
  }

  await t.test('without a membership there is nothing but oneself', async () => {
    const stranger = await joinAs(world, 'org_roles', { role: 'editor' });
    assert.equal((await api.delete(`/api/organizations/org_roles/members/${stranger.userId}`)).status, 200);
    const again = await world.anonymous.post('/api/session', { email: stranger.email, password: 'correct horse battery' }, PAGE);
    const sender = { headers: { cookie: (again.headers.get('set-cookie') ?? '').split(';')[0] ?? '', ...PAGE } };
    for (const operation of keyed.filter(({ tag }) => tag !== 'people'))
      assert.equal(await ask(world, operation, { sender, ids: own }), '404 Page not found', operation.name);
    const me = await sendRequest(server, { method: 'GET' }, { url: '/api/me', headers: {}, bytes: undefined }, sender);
    const { organizations, projects, rights } = JSON.parse(me.text);
    assert.deepEqual([me.status, organizations, projects, rights], [200, [], [], ['look']]);
  });

  await t.test('an operator sees every organization, and one at a time when they act in it', async () => {
    const sees = async (): Promise<string[]> => {
      const { body } = await operator.browser.get('/api/me');
      return body.projects.map(({ organization_id }: { organization_id: string }) => organization_id);
    };
    assert.ok(new Set(await sees()).size >= 2);
    assert.equal((await operator.browser.put('/api/session', { organization_id: 'org_elsewhere' })).status, 200);
    assert.deepEqual(new Set(await sees()), new Set(['org_elsewhere']));
    assert.equal((await operator.browser.get('/api/admin/config')).status, 403);
    assert.equal((await operator.browser.put('/api/session', { organization_id: null })).status, 200);
    assert.equal((await operator.browser.get('/api/admin/config')).status, 200);
    assert.equal((await people.owner.browser.put('/api/session', { organization_id: null })).status, 404);
    assert.equal((await people.owner.browser.put('/api/session', { organization_id: 'org_elsewhere' })).status, 404);
  });

  await t.test('a client is shown no money, in answers and in CSV, and takes CSV only when allowed', async () => {
    const MONEY = /usd|cost|price|budget|cpc/iu;
    const { browser } = people.client;
    for (const path of [
      '/api/me',
      `/api/project-keywords?project_id=${own['project_id']}`,
      `/api/rankings/grid?project_id=${own['project_id']}`,
      ...['plan', 'surfaces', 'prompts', 'samples', 'summary', 'fan-outs'].map(
        (name) => `/api/answers/${name}?project_id=${own['project_id']}`,
      ),
    ]) {
      const answered = await browser.get(path);
      assert.equal(answered.status, 200, path);
      assert.doesNotMatch(JSON.stringify({ ...answered.body, rights: [], hides: [] }), MONEY, path);
      assert.equal(answered.headers.get('x-cost-usd'), null);
    }
    assert.equal((await browser.get(`/api/rankings?project_id=${own['project_id']}&format=csv`)).status, 403);
    assert.equal((await browser.get(`/api/rankings?project_id=${own['project_id']}`, { accept: 'text/csv' })).status, 403);
    const trusted = await joinAs(world, 'org_roles', { role: 'client', csv: true, screens: ['rankings'] });
    const csv = await trusted.browser.get(`/api/project-keywords?project_id=${own['project_id']}&format=csv`);
    assert.equal(csv.status, 200);
    assert.doesNotMatch(String(csv.body).split('\n')[0] ?? '', MONEY);
  });

  await t.test('an editor without costs and volumes gets neither, and who sees them still does', async () => {
    const hidden = await joinAs(world, 'org_roles', { role: 'editor', hide_costs: true, hide_volume: true });
    const path = `/api/project-keywords?project_id=${own['project_id']}`;
    const [shown, cut] = [await people.manager.browser.get(path), await hidden.browser.get(path)];
    assert.match(JSON.stringify(shown.body), /"search_volume"|"cpc"/u);
    assert.doesNotMatch(JSON.stringify(cut.body), /volume|cpc|traffic/u);
    assert.equal((await hidden.browser.get(`/api/projects/${own['project_id']}/costs`)).status, 403);
  });
});

function namesProject(request: WalkRequest): boolean {
  return NAMES_PROJECT.test(JSON.stringify(request));
}

/** Ids of things that never were, in the place of those that only the others have. */
function toUnknown(own: Ids, others: Ids): Ids {
  return Object.fromEntries(Object.entries(own).map(([name, id]) => [name, others[name] === id ? id : `${name}_never_was`]));
}

function toSender({ cookie }: SignedIn, at: number): Sender {
  return { headers: { cookie, ...PAGE }, from: `198.51.100.${at}` };
}

interface Asked {
  readonly sender: Sender;
  readonly ids: Ids;
  readonly request?: WalkRequest;
}

async function ask(world: TestApp, operation: WalkOperation, asked: Asked): Promise<string> {
  return (await answer(world, operation, asked)).got;
}

/** The answer without what is another one with every request. */
async function answer({ app, stores }: TestApp, operation: WalkOperation, { sender, ids, request }: Asked) {
  await stores.postgres.query(`delete from rate_limits where key not like 'rate:attempts%'`);
  const sent = writeRequest(operation, request ?? plainRequests(operation)[0]!, ids);
  const reply = await sendRequest(app.server, operation, sent, sender);
  const { request_id: _id, ...body } = reply.status >= 400 ? (JSON.parse(reply.text) as Record<string, unknown>) : {};
  return { got: summarize(reply), body };
}

/** Waits until what labels and measures keywords has ended: its results are part of what is read of things. */
async function waitForKeywordWork(api: ApiClient): Promise<void> {
  const isOfKeywords = ({ type }: { readonly type: string }): boolean => type.startsWith('keyword-');
  await waitUntil(
    async () => !(await api.get('/api/admin/workflows/running?limit=100')).body.workflows.some(isOfKeywords),
    'the work on keywords to end',
  );
}
