import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { newId } from '#kernel/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { ApiClient } from '../support/api-client.ts';
import { OVERVIEW, type Listed } from '../support/enrichment.ts';
import { BACKLINKS_PATH, SITES } from '../support/onboarding.ts';
import { PROVIDER } from '../support/rankings-api.ts';
import { TASK_POST } from '../support/dispatch-run.ts';
import { PATIENCE_MS } from '../support/patience.ts';

/** What two organizations learn of each other's questions, with SHARE_CACHE at either value. */

interface Side {
  readonly api: ApiClient;
  readonly projectId: string;
}

interface Scene {
  readonly app: TestApp;
  readonly ours: Side;
  readonly theirs: Side;
}

test('what one organization had read', async (t) => {
  const app = await startTestApp(t, { environment: { KEYWORD_ENRICHMENT: 'on' } });
  const scene = { app, ours: await makeSide(app, 'org_ours'), theirs: await makeSide(app, 'org_theirs') };
  await testEstimates(t, scene);
  Object.assign(app.app.context.config, { shareCache: 'organization' });
  await testPages(t, scene);
  await testDomains(t, scene);
  await testMetrics(t, scene);
});

async function makeSide(app: TestApp, organization: string): Promise<Side> {
  const { body } = await app.api.post('/api/projects', { name: 'Shop', organization_id: organization });
  return { api: await app.withKey({ organization_id: organization }), projectId: body.project_id };
}

async function countCalls({ app }: Scene, path: string): Promise<number> {
  return (await app.sandbox.get('/_sandbox/calls')).body.by_endpoint[path] ?? 0;
}

const toBody = ({ projectId }: Side, keyword: string) => ({ project_id: projectId, keyword_text: keyword, depth: 10 });

async function check({ api, ...side }: Side, keyword: string): Promise<{ run_id: string; cost: number }> {
  const { status, body } = await api.post('/api/rankings/track', toBody({ api, ...side }, keyword));
  assert.equal(status, 200, JSON.stringify(body));
  return body.results[0];
}

/** Calls that a request would make, by its own word. */
async function estimate(api: ApiClient, path: string, body: object): Promise<number> {
  const { status, body: answer } = await api.post(path, { ...body, dry_run: true });
  assert.equal(status, 200, JSON.stringify(answer));
  return answer.estimate.calls;
}

async function onboard({ app }: Scene, { api, projectId }: Side, site: string, more: object = {}): Promise<void> {
  const { status, body } = await api.post('/api/assets', { project_id: projectId, type: 'website', value: site, name: site, ...more });
  assert.equal(status, 201, JSON.stringify(body));
  if ('skip_onboarding' in more) return;
  const { workflows } = app.app.context;
  const ended = await workflows.waitFor<{ domain_workflow_id: string | null }>(body.workflow_id, PATIENCE_MS);
  const id = ended?.output.domain_workflow_id ?? null;
  if (id !== null) assert.ok(await workflows.waitFor(id, PATIENCE_MS));
}

async function trackByHand({ app }: Scene, { api, projectId }: Side, keyword: string): Promise<string> {
  const { body } = await api.post('/api/keywords/track', { project_id: projectId, keyword, check_interval: 'manual' });
  const { workflows } = app.app.context;
  assert.ok(await workflows.waitFor(await workflows.start('keyword-enrichment', {}, { id: newId('wf_') }), PATIENCE_MS));
  return body.keywords[0].keyword_id;
}

async function findTracked({ api, projectId }: Side, keyword: string): Promise<Listed> {
  const { body } = await api.get<{ keywords: Listed[] }>(`/api/project-keywords?project_id=${projectId}&limit=100`);
  const found = body.keywords.find(({ keyword_text: text }) => text === keyword);
  assert.ok(found, keyword);
  return found;
}

async function testEstimates(t: TestContext, scene: Scene): Promise<void> {
  const { app, ours, theirs } = scene;
  await t.test('an estimate shows a bound key nothing of pages that others read within the hour', async () => {
    const first = await check(ours, 'running shoes');
    assert.ok(first.cost > 0);
    const asTask = (side: Side) => ({ project_id: side.projectId, keywords: [{ keyword_text: 'running shoes', depth: 10 }] });
    for (const [path, toRequest] of [
      ['/api/rankings/track', (side: Side) => toBody(side, 'running shoes')],
      ['/api/serp/tasks/create', asTask],
    ] as const) {
      assert.equal(await estimate(theirs.api, path, toRequest(theirs)), 1, path);
      assert.equal(await estimate(ours.api, path, toRequest(ours)), 0, path);
      assert.equal(await estimate(app.api, path, toRequest(theirs)), 0, `${path} for who sees everything`);
    }
    // The price of sharing (SECURITY.md): who asks in earnest gets what is there, and sees that it cost nothing.
    const shared = await check(theirs, 'running shoes');
    assert.deepEqual([shared.run_id, shared.cost], [first.run_id, 0]);
    assert.equal(await estimate(theirs.api, '/api/rankings/track', toBody(theirs, 'running shoes')), 1);
  });

  await t.test('nor of domains that are fetched', async () => {
    const [site] = SITES;
    const toAsset = ({ projectId }: Side, value: string) => ({ project_id: projectId, type: 'website', value, name: 'x' });
    const unknown = await estimate(theirs.api, '/api/assets', toAsset(theirs, 'nobody-knows-this.com'));
    assert.ok(unknown > 0);
    await onboard(scene, ours, site);
    assert.equal(await estimate(theirs.api, '/api/assets', toAsset(theirs, site)), unknown);
    assert.equal(await estimate(app.api, '/api/assets', toAsset(theirs, site)), 0);
    const { body } = await ours.api.post('/api/projects', { name: 'Another' });
    assert.equal(await estimate(ours.api, '/api/assets', { ...toAsset(ours, site), project_id: body.project_id }), 0);
  });

  await t.test('nor of figures of keywords', async () => {
    const toRequest = ({ projectId }: Side, keyword: string) => ({ project_id: projectId, keyword, check_interval: 'manual' });
    await trackByHand(scene, ours, 'trail shoes');
    assert.equal(await estimate(theirs.api, '/api/keywords/track', toRequest(theirs, 'trail shoes')), 1);
    assert.equal(await estimate(app.api, '/api/keywords/track', toRequest(theirs, 'trail shoes')), 0);
    const mobile = { ...toRequest(ours, 'trail shoes'), device: 'mobile' };
    assert.equal(await estimate(ours.api, '/api/keywords/track', mobile), 0);
  });
}

async function testPages(t: TestContext, scene: Scene): Promise<void> {
  const { ours, theirs } = scene;
  await t.test('apart, a page that one organization had read is read again for the other, and serves it from then on', async () => {
    const calls = await countCalls(scene, PROVIDER);
    const [one, other] = [await check(ours, 'invoice template'), await check(theirs, 'invoice template')];
    assert.notEqual(one.run_id, other.run_id);
    assert.deepEqual([one.cost > 0, other.cost], [true, one.cost]);
    assert.equal((await check(theirs, 'invoice template')).run_id, other.run_id);
    assert.equal((await countCalls(scene, PROVIDER)) - calls, 2);
    // At the same moment, too.
    const together = await Promise.all([check(ours, 'invoice maker'), check(theirs, 'invoice maker')]);
    assert.equal(new Set(together.map((result) => result.run_id)).size, 2);
  });

  await t.test('apart, a task reads its own pages', async () => {
    await check(ours, 'billing software');
    const posts = await countCalls(scene, TASK_POST);
    const keywords = [{ keyword_text: 'billing software', depth: 10 }];
    const { body } = await theirs.api.post('/api/serp/tasks/create', { project_id: theirs.projectId, keywords });
    assert.ok(await scene.app.app.context.workflows.waitFor(body.task_id, PATIENCE_MS));
    assert.equal((await countCalls(scene, TASK_POST)) - posts, 1);
  });

  await t.test('apart, both have their own checks of what both track; what a project tracked before stays as it was', async () => {
    const calls = await countCalls(scene, PROVIDER);
    const track = async ({ api, projectId }: Side, keyword: string): Promise<string> => {
      const { body } = await api.post('/api/keywords/track', { project_id: projectId, keyword, depth: 10 });
      assert.ok(await scene.app.app.context.workflows.waitFor(body.serp_tracking.workflow_id, PATIENCE_MS));
      return body.keywords[0].keyword_id;
    };
    assert.notEqual(await track(ours, 'expense tracker'), await track(theirs, 'expense tracker'));
    assert.equal((await countCalls(scene, PROVIDER)) - calls, 2);
    const before = await findTracked(ours, 'trail shoes');
    const again = await ours.api.post('/api/keywords/track', { project_id: ours.projectId, keyword: 'trail shoes' });
    assert.equal(again.body.keywords[0].keyword_id, before.keyword_id);
  });
}

async function testDomains(t: TestContext, scene: Scene): Promise<void> {
  const { ours, theirs } = scene;
  await t.test('apart, a domain that one organization had fetched is fetched again for the other, which sees nothing before', async () => {
    const site = SITES[3];
    await onboard(scene, ours, site);
    assert.equal((await ours.api.get(`/api/domains/${site}/summary`)).status, 200);
    const calls = await countCalls(scene, BACKLINKS_PATH);
    await onboard(scene, theirs, site, { skip_onboarding: true });
    assert.equal((await theirs.api.get(`/api/domains/${site}/summary`)).status, 404);
    const { body } = await theirs.api.post('/api/projects', { name: 'Another' });
    const asked = { project_id: body.project_id, type: 'website', value: site, name: 'x' };
    assert.ok((await estimate(theirs.api, '/api/assets', asked)) > 0);
    await onboard(scene, { ...theirs, projectId: body.project_id }, site);
    assert.equal((await countCalls(scene, BACKLINKS_PATH)) - calls, 1);
    assert.equal((await theirs.api.get(`/api/domains/${site}/summary`)).body.domain, site);
    assert.equal(await estimate(theirs.api, '/api/assets', asked), 0);
  });
}

async function testMetrics(t: TestContext, scene: Scene): Promise<void> {
  const { ours, theirs } = scene;
  await t.test('apart, figures of a keyword are asked for once by each organization', async () => {
    const one = await trackByHand(scene, ours, 'standing desk');
    const calls = await countCalls(scene, OVERVIEW);
    const other = await trackByHand(scene, theirs, 'standing desk');
    assert.notEqual(one, other);
    assert.equal((await countCalls(scene, OVERVIEW)) - calls, 1);
    assert.equal((await findTracked(theirs, 'standing desk')).enrichment.status, 'known');
  });
}
