import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
import { assertAppsPriced, assertTermsPriced } from '../support/app-prices.ts';
import { runBooked } from '../support/booked-run.ts';
import { advanceDay } from '../support/rankings-api.ts';
import {
  countOutside,
  findTwins,
  listTerms,
  listTracked,
  lookUntil,
  readTruth,
  runTracking,
  setFaults,
  truePlace,
  trueSearch,
  waitForEnd,
  waitForIcons,
  type SampleApp,
} from '../support/tracked-apps.ts';

/** Two apps of one product, tracked over days; the sandbox's truth and call log are the oracle. */
type Story = { readonly app: TestApp; readonly projectId: string; readonly twins: readonly [SampleApp, SampleApp] };

test('tracked apps', async (t) => {
  const app = await startTestApp(t);
  const twins = await findTwins(app);
  const { body } = await app.api.post('/api/projects', { name: 'Apps', organization_id: 'org_apps' });
  const story: Story = { app, projectId: body.project_id, twins };
  await t.test('tracking states its price, then reads the app and its charts', () => tracksApps(story));
  await t.test('an app that is tracked already starts nothing', () => tracksOnce(story));
  await t.test('terms have the places that the store shows', () => tracksTerms(story));
  await t.test('competitors share terms', () => listsCompetitors(story));
  await t.test('each day the job reads what is due once', () => readsDaily(story));
  await t.test('a reading that fails loses no place, and is tried again', () => keepsPlaces(story));
  await t.test('with faults at 30 % nothing false is stored', () => survivesFaults(story));
  await t.test('a budget that is spent stops the reading and says so', () => respectsBudgets(story));
  await t.test('untracking ends readings and keeps what was measured', () => untracks(story));
});

function toBody({ projectId }: Story, { platform, appId }: SampleApp) {
  return { project_id: projectId, app_id: appId, platform };
}

async function tracksApps(story: Story): Promise<void> {
  const { app, twins } = story;
  const before = await countOutside(app);
  const [free, paid] = await Promise.all(twins.map((twin) => app.api.post('/api/apps/track', { ...toBody(story, twin), dry_run: true })));
  assert.equal(free?.body.estimate.cost_usd, 0, 'pages cost nothing');
  const { cost_usd: costUsd, monthly_cost_usd: monthlyUsd } = paid?.body.estimate ?? {};
  assert.ok(costUsd > 0 && monthlyUsd > costUsd);
  assert.equal(await countOutside(app), before, 'a dry run calls nothing');
  for (const twin of twins) {
    const { status, body } = await app.api.post('/api/apps/track', { ...toBody(story, twin), name: 'Ours' });
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual([body.subscription.app_id, body.subscription.status, body.subscription.frequency], [twin.appId, 'active', 'daily']);
    assert.deepEqual([body.asset.value, body.asset.name, body.asset.role], [twin.appId, 'Ours', 'primary']);
    assert.equal(body.orchestration.type, 'app-details');
    assert.equal((await app.api.get(body.orchestration.status_url)).status, 200);
  }
  const { body } = await app.api.get(`/api/subscriptions?project_id=${story.projectId}`);
  assert.deepEqual(
    body.subscriptions.map((one: any) => one.subscription_type),
    ['app_tracking'],
  );
  await waitForReadings(story);
  await assertTrue(story);
  await assertAppsPriced(app, story.projectId, twins);
}

async function waitForReadings(story: Story): Promise<void> {
  await lookUntil(
    async () => ((await listTracked(story.app, story.projectId)).every((one) => one.last_run_at !== null) ? true : undefined),
    'first readings',
  );
}

/** What is shown of the tracked apps is what the stores show today. */
async function assertTrue(story: Story): Promise<void> {
  const shown = await listTracked(story.app, story.projectId);
  for (const twin of story.twins) {
    const truth = await readTruth(story.app, twin);
    const one = shown.find(({ app_id: id }) => id === twin.appId);
    assert.deepEqual([one.title, one.version, one.last_error], [truth.title, truth.version, null], twin.platform);
    assert.ok(Math.abs(one.rating - (truth.rating ?? 0)) < 0.06, `${one.rating} is ${truth.rating}`);
    assert.ok(one.ranks.length > 0, 'it stands on a chart');
    for (const { category_id: categoryId, chart, rank } of one.ranks) {
      const collection = /paid/u.test(chart) ? 'paid' : 'free';
      const isRoot = ['36', 'APPLICATION'].includes(categoryId);
      const place = truth.charts.find(
        (each) => each.device === 'phone' && each.collection === collection && each.category_id === (isRoot ? 'all' : categoryId),
      );
      if (!isRoot) assert.equal(rank, place?.rank ?? null, `${twin.platform} ${categoryId} ${chart}`);
    }
  }
}

async function tracksOnce(story: Story): Promise<void> {
  const { app, twins } = story;
  const [twin] = twins;
  const before = await countOutside(app);
  const again = await app.api.post('/api/apps/track', toBody(story, twin));
  assert.deepEqual([again.status, again.body.orchestration.workflow_id], [200, null]);
  assert.equal(again.body.subscription.name, 'Ours');
  const dry = await app.api.post('/api/apps/track', { ...toBody(story, twin), dry_run: true });
  assert.deepEqual(dry.body.estimate, { calls: 0, cost_usd: 0, monthly_cost_usd: 0 });
  assert.equal(await countOutside(app), before);
}

async function trackTerms(story: Story, twin: SampleApp): Promise<any> {
  const terms = [...twin.terms, twin.otherTerm];
  const { status, body } = await story.app.api.post('/api/apps/keywords/track', { ...toBody(story, twin), keywords: terms });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

async function tracksTerms(story: Story): Promise<void> {
  const { app, twins } = story;
  for (const twin of twins) {
    const dry = await app.api.post('/api/apps/keywords/track', { ...toBody(story, twin), keywords: twin.terms, dry_run: true });
    assert.equal(dry.body.estimate.calls, twin.terms.length);
    assert.ok(dry.body.estimate.cost_usd > 0);
    assert.deepEqual(await listTerms(story.app, story.projectId, twin), [], 'a dry run tracks nothing');
    const begun = await trackTerms(story, twin);
    assert.equal(begun.keywords_tracked, twin.terms.length + 1);
    assert.ok(begun.keywords.every((one: any) => one.status === 'pending' && one.position === null));
    const output: any = await waitForEnd(app, begun.orchestration.workflow_id);
    assert.deepEqual([output.searched, output.failed], [twin.terms.length + 1, 0]);
    await assertTermsPriced(app, story.projectId, twin);
    await assertPlaces(story, twin);
    const again = await trackTerms(story, twin);
    assert.deepEqual([again.keywords_tracked, again.orchestration], [0, null]);
  }
}

async function assertPlaces(story: Story, twin: SampleApp): Promise<void> {
  const terms = await listTerms(story.app, story.projectId, twin);
  assert.equal(terms.length, twin.terms.length + 1);
  for (const term of terms) {
    const place = await truePlace(story.app, twin, term.keyword);
    assert.deepEqual(
      [term.status, term.position, term.rank, term.checked_depth, term.error],
      [place === null ? 'not_found' : 'ranked', place, place, 100, null],
      `${twin.platform} ${term.keyword}`,
    );
  }
  assert.ok(
    terms.some(({ status }) => status === 'ranked') && terms.some(({ status }) => status === 'not_found'),
    'both outcomes are there',
  );
}

async function listsCompetitors(story: Story): Promise<void> {
  const [twin] = story.twins;
  const within = 10;
  const path = `/api/apps/${twin.appId}/competitors?project_id=${story.projectId}&within=${within}&limit=100`;
  const { body } = await story.app.api.get(path);
  assert.deepEqual([body.terms_tracked, body.terms_read], [twin.terms.length + 1, twin.terms.length + 1]);
  const searches = await Promise.all(twin.terms.map((term) => trueSearch(story.app, twin.platform, term, within)));
  assert.deepEqual(new Set([...body.competitors.map((one: any) => one.app_id), twin.appId]), new Set([...searches.flat(), twin.appId]));
  for (const one of body.competitors) {
    const places = searches.flatMap((ids) => (ids.includes(one.app_id) ? [ids.indexOf(one.app_id) + 1] : []));
    assert.deepEqual([one.shared_terms, one.best_position, one.title !== null], [places.length, Math.min(...places), true]);
  }
  await waitForIcons(async () => [...(await story.app.api.get(path)).body.competitors, ...(await listTracked(story.app, story.projectId))]);
}

async function readsDaily(story: Story): Promise<void> {
  const { app, twins } = story;
  const before = new Map(
    await Promise.all(twins.map(async (twin) => [twin.appId, await listTerms(story.app, story.projectId, twin)] as const)),
  );
  await advanceDay(app);
  const plan = async () => (await app.api.post('/api/jobs/job_customer_app_tracking/run', { dry_run: true })).body.estimate;
  assert.ok((await plan()).cost_usd > 0);
  await runBooked(story);
  await assertTrue(story);
  assert.equal((await plan()).calls, 0, 'nothing is due twice');
  for (const twin of twins) {
    await assertPlaces(story, twin);
    for (const term of await listTerms(story.app, story.projectId, twin)) {
      const last = before.get(twin.appId)?.find(({ keyword }) => keyword === term.keyword);
      assert.equal(term.previous_position, last.position);
    }
    const { body } = await app.api.get(
      `/api/apps/keywords/history?project_id=${story.projectId}&app_id=${twin.appId}&keyword=${encodeURIComponent(twin.terms[0] as string)}`,
    );
    assert.deepEqual(
      body.history.map((one: any) => [one.status, one.position, one.checked_depth]),
      await Promise.all(
        body.history.map(async ({ date }: { date: string }) => {
          const query = new URLSearchParams({ platform: twin.platform, keyword: twin.terms[0] as string, limit: '100', date });
          const ids: string[] = (await app.sandbox.get(`/_sandbox/truth/app-search?${query.toString()}`)).body.app_ids;
          const at = ids.indexOf(twin.appId);
          return at === -1 ? ['not_found', null, 100] : ['ranked', at + 1, 100];
        }),
      ),
    );
    assert.equal(body.history.length, 2, 'one record a day');
  }
  const calls = await countOutside(app);
  assert.equal((await runTracking(app)).status, 'completed');
  assert.equal(await countOutside(app), calls, 'nothing is due twice on a day');
}

const ALL_DOWN = [
  { match: 'apps.apple.com', kind: 'http_500' },
  { match: 'itunes.apple.com', kind: 'http_500' },
  { match: 'app_data', kind: 'provider_40501' },
];

async function keepsPlaces(story: Story): Promise<void> {
  const { app, twins } = story;
  const before = await Promise.all(twins.map((twin) => listTerms(story.app, story.projectId, twin)));
  const shown = await listTracked(story.app, story.projectId);
  await advanceDay(app);
  await setFaults(app, ALL_DOWN);
  assert.equal((await runTracking(app)).status, 'failed');
  for (const [at, twin] of twins.entries()) {
    const after = await listTerms(story.app, story.projectId, twin);
    assert.ok(after.every(({ status, error }) => status === 'failed' && error !== null));
    assert.deepEqual(
      after.map(({ position, checked_at }) => [position, checked_at]),
      before[at]?.map(({ position, checked_at }) => [position, checked_at]),
    );
  }
  for (const [at, one] of (await listTracked(story.app, story.projectId)).entries()) {
    assert.notEqual(one.last_error, null);
    assert.deepEqual([one.ranks, one.rating, one.last_run_at], [shown[at].ranks, shown[at].rating, shown[at].last_run_at]);
  }
  await setFaults(app, []);
  assert.equal((await runTracking(app)).status, 'completed');
  await assertTrue(story);
  for (const twin of twins) await assertPlaces(story, twin);
}

async function survivesFaults(story: Story): Promise<void> {
  const { app, twins } = story;
  await advanceDay(app);
  const kinds = ['http_500', 'http_429', 'truncated', 'lost_answer', 'missing_fields', 'wrong_storefront', 'no_data_block'];
  const hosts = ['apps.apple.com', 'itunes.apple.com'].flatMap((match) => kinds.map((kind) => ({ match, kind, rate: 0.05 })));
  const provider = ['http_500', 'lost_answer', 'malformed', 'lost_postback', 'duplicate_postback'].map((kind) => ({
    match: 'app_data',
    kind,
    rate: 0.06,
  }));
  await setFaults(app, [...hosts, ...provider]);
  await runTracking(app);
  await setFaults(app, []);
  for (const twin of twins) {
    for (const term of await listTerms(story.app, story.projectId, twin)) {
      assert.notEqual(term.status, 'pending');
      if (term.status === 'failed') continue;
      assert.equal(term.position, await truePlace(app, twin, term.keyword), `${twin.platform} ${term.keyword}`);
    }
  }
  for (const one of await listTracked(story.app, story.projectId)) assert.notEqual(one.title, null);
  await runTracking(app);
  for (const twin of twins) await assertPlaces(story, twin);
}

async function respectsBudgets(story: Story): Promise<void> {
  const { app, twins } = story;
  const [, bought] = twins;
  await advanceDay(app);
  const set = await app.api.put('/api/admin/config', { budgets: { project_monthly_usd: 0 } });
  assert.equal(set.status, 200, JSON.stringify(set.body));
  await runTracking(app);
  const shown = (await listTracked(story.app, story.projectId)).find(({ app_id: id }) => id === bought.appId);
  assert.match(shown.last_error, /budget/u);
  assert.ok(
    (await listTerms(story.app, story.projectId, bought)).every(({ status, error }) => status === 'failed' && /budget/u.test(error)),
  );
  await app.api.put('/api/admin/config', { budgets: { project_monthly_usd: null } });
  assert.equal((await runTracking(app)).status, 'completed');
  await assertPlaces(story, bought);
}

async function untracks(story: Story): Promise<void> {
  const { app, twins, projectId } = story;
  for (const twin of twins) {
    const gone = await app.api.delete('/api/apps/untrack', toBody(story, twin));
    assert.deepEqual([gone.status, gone.body.untracked], [200, true], JSON.stringify(gone.body));
    const twice = await app.api.delete(`/api/apps/untrack?project_id=${projectId}&app_id=${twin.appId}&platform=${twin.platform}`);
    assert.deepEqual([twice.status, twice.body.untracked], [200, false]);
    const { body } = await app.api.get(`/api/apps/keywords/history?project_id=${projectId}&app_id=${twin.appId}`);
    assert.ok(body.history.length > 0, 'what was measured stays');
  }
  assert.deepEqual(await listTracked(story.app, story.projectId), []);
  const { body } = await app.api.get(`/api/subscriptions?project_id=${projectId}`);
  assert.deepEqual(body.subscriptions, []);
  await advanceDay(app);
  const calls = await countOutside(app);
  assert.equal((await runTracking(app)).status, 'completed');
  assert.equal(await countOutside(app), calls);
}
