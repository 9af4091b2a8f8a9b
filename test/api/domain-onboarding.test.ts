import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeDomain, makeFetches, makeReferringPages } from '../support/domain-rows.ts';
import { assertDomainPriced } from '../support/domain-prices.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const ONBOARD = '/api/admin/domains/onboard';

async function waitFor({ app }: TestApp, workflowId: string): Promise<void> {
  assert.ok(await app.context.workflows.waitFor(workflowId, PATIENCE_MS), `${workflowId} has not ended`);
}

const statusOf = async ({ api }: TestApp, domain: string) => (await api.get(`/api/admin/domains/status?domain=${domain}`)).body;
const spentOn = async ({ sandbox }: TestApp): Promise<number> => (await sandbox.get<{ cost_usd: number }>('/_sandbox/calls')).body.cost_usd;

test('onboarding over HTTP', async (t) => {
  const app = await startTestApp(t);
  const { api, stores } = app;
  const { body: world } = await app.sandbox.get<{ sites: { domain: string }[] }>('/_sandbox/world');
  // Sites of a few thousand links.
  const [first = '', second = '', third = ''] = [0, 1, 8].map((at) => world.sites[at]?.domain ?? '');
  const makeProject = async (organization: string): Promise<string> =>
    (await api.post('/api/projects', { name: 'Shop', organization_id: organization })).body.project_id;

  await t.test('is estimated without a call and without a record', async () => {
    const { body } = await api.post(ONBOARD, { domain: first, dry_run: true });
    assert.deepEqual([body.dry_run, body.domains, body.estimate.calls], [true, [], 5]);
    assert.ok(body.estimate.cost_usd > 0);
    const many = await api.post(ONBOARD, { domains: [first, second], backlinks_limit: 2_500, skip_keywords: true, dry_run: true });
    assert.equal(many.body.estimate.calls, 2 * (3 + 1 + 2));
    assert.deepEqual([await spentOn(app), (await api.get('/api/admin/domains')).body.total], [0, 0]);
  });

  await t.test('brings what is asked for, once', async () => {
    const began = await api.post(ONBOARD, { domain: `https://WWW.${first}/x`, options: { backlinks_limit: 50 } });
    const { body } = began;
    assert.equal(began.status, 200);
    assert.deepEqual(
      [body.success, body.domain, body.orchestration, body.outcome, body.asset_id, body.project_id, body.queued, body.skipped],
      [true, first, 'workflow', 'queued', null, null, 1, 0],
    );
    assert.equal(body.status_url, `/api/admin/workflow/domain-onboard/${body.workflow_id}`);
    const again = await api.post(ONBOARD, { domain: first });
    assert.ok(['running', 'skipped', 'queued'].includes(again.body.outcome));
    await waitFor(app, body.workflow_id);
    assert.equal((await api.get(body.status_url)).body.status, 'completed');

    const status = await statusOf(app, first);
    assert.deepEqual([status.onboard_status, status.workflow_id, status.domain_id], ['completed', body.workflow_id, body.domain_id]);
    const backlinks = status.progress.find((one: { part: string }) => one.part === 'backlinks');
    assert.deepEqual([backlinks.status, backlinks.rows_wanted], ['complete', 50]);
    const { body: truth } = await app.sandbox.get<Record<string, number>>(`/_sandbox/truth/domain?domain=${first}`);
    const { body: summary } = await api.get(`/api/domains/${first}/summary`);
    assert.deepEqual(
      [summary.backlinks_count, summary.referring_domains_count, summary.onboard_status],
      [truth['backlinks'], truth['referring_domains'], 'complete'],
    );
    const keywords = (await api.get(`/api/domains/${first}/keywords?limit=1`)).body;
    assert.equal(keywords.total, status.stats.keywords);
    await assertDomainPriced(app, first);
  });

  await t.test('is skipped when everything asked for is there, whatever the spelling', async () => {
    const spent = await spentOn(app);
    for (const domain of [first, `https://WWW.${first.toUpperCase()}.:8443/a?b#c`]) {
      const { body } = await api.post(ONBOARD, { domain, backlinks_limit: 50 });
      assert.deepEqual([body.outcome, body.workflow_id, body.skipped], ['skipped', null, 1], domain);
      assert.match(body.message, /onboarded already/u);
    }
    assert.equal((await api.post(ONBOARD, { domain: first, backlinks_limit: 50, dry_run: true })).body.estimate.calls, 0);
    assert.equal(await spentOn(app), spent);
    const forced = await api.post(ONBOARD, { domain: first, backlinks_limit: 50, force: true });
    assert.equal(forced.body.outcome, 'queued');
    await waitFor(app, forced.body.workflow_id);
    assert.ok((await spentOn(app)) > spent);
  });

  await t.test('is asked for more only when there is more', async () => {
    const { body } = await api.post(ONBOARD, { domain: first, backlinks_limit: 60 });
    assert.equal(body.outcome, 'queued');
    await waitFor(app, body.workflow_id);
    const { parts } = (await api.get(body.status_url)).body.output;
    assert.equal(parts.backlinks.rows, 60);
    assert.equal(parts.keywords.cost_usd, 0);
  });

  await t.test('is skipped without a limit of its own, however it is asked for', async () => {
    const calls = async (): Promise<number> => (await app.sandbox.get('/_sandbox/calls')).body.total;
    const before = await calls();
    const { body } = await api.post(ONBOARD, { domain: first });
    assert.deepEqual([body.outcome, body.workflow_id, body.skipped], ['skipped', null, 1]);
    const elsewhere = await api.post(ONBOARD, { domain: first, location_code: 2276, language_code: 'de' });
    assert.equal(elsewhere.body.outcome, 'skipped', 'keywords of another country take a limit too');
    const started = await api.post('/api/admin/workflow/domain-onboard', { domain: first, wait: true });
    assert.deepEqual([started.body.output.skipped, started.body.output.reason], [true, 'already_onboarded']);
    const projectId = await makeProject('org_skipped');
    const website = { project_id: projectId, value: first };
    const byHand = await api.post('/api/admin/workflow/asset-onboard', { ...website, asset_type: 'website', wait: true });
    assert.equal(byHand.body.output.domain_outcome, 'onboarded');
    await api.delete(`/api/assets/${byHand.body.output.asset_id}`);
    const asset = await api.post('/api/assets', { ...website, type: 'website' });
    assert.deepEqual([asset.status, asset.body.onboarding.started], [201, false]);
    assert.equal(await calls(), before, 'nothing was asked outside');
  });

  await t.test('takes lists, makes websites, and leaves those that are there', async () => {
    const projectId = await makeProject('org_lists');
    const { body } = await api.post(ONBOARD, {
      domains: [first, { domain: second, asset_name: 'Second', role: 'competitor', skip_keywords: true }, `http://${second}/`],
      project_id: projectId,
      backlinks_limit: 50,
    });
    assert.deepEqual([body.count, body.queued, body.skipped], [2, 1, 1]);
    assert.deepEqual(
      body.domains.map((one: Record<string, unknown>) => [one['domain'], one['outcome'], one['project_id']]),
      [
        [first, 'skipped', projectId],
        [second, 'queued', projectId],
      ],
    );
    const { assets } = (await api.get(`/api/assets?project_id=${projectId}`)).body;
    assert.deepEqual(
      assets
        .map((asset: Record<string, unknown>) => [asset['value'], asset['name'], asset['role'], asset['id']])
        .toSorted((one: string[], other: string[]) => (String(one[2]) < String(other[2]) ? 1 : -1)),
      [
        [first, first, 'primary', body.domains[0].asset_id],
        [second, 'Second', 'competitor', body.domains[1].asset_id],
      ],
    );
    await waitFor(app, body.domains[1].workflow_id);
    assert.deepEqual([(await statusOf(app, first)).data_tier, (await statusOf(app, second)).data_tier], ['customer', 'competitor']);
    const again = await api.post(ONBOARD, {
      domain: second,
      project_id: projectId,
      asset_name: 'Other',
      skip_keywords: true,
      backlinks_limit: 50,
    });
    assert.deepEqual([again.body.asset_id, again.body.outcome], [body.domains[1].asset_id, 'skipped']);
    assert.equal((await api.get(`/api/assets/${again.body.asset_id}`)).body.name, 'Second');

    // The tier follows the websites that are left.
    await api.put(`/api/assets/${again.body.asset_id}`, { role: 'primary' });
    assert.equal((await statusOf(app, second)).data_tier, 'customer');
    await api.delete(`/api/assets/${again.body.asset_id}`);
    assert.equal((await statusOf(app, second)).data_tier, 'prospect');
  });

  await t.test('of many at once goes through one workflow', async () => {
    const projectId = await makeProject('org_race');
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => api.post(ONBOARD, { domain: third })),
      ...Array.from({ length: 2 }, () => api.post('/api/assets', { project_id: projectId, type: 'website', value: third })),
    ]);
    assert.ok(answers.every(({ status }) => status === 200 || status === 201));
    const ids = new Set(answers.slice(0, 6).flatMap(({ body }) => body.workflow_id ?? []));
    assert.equal(ids.size, 1);
    for (const id of ids) await waitFor(app, id);
    const { rows } = await stores.postgres.query<{ total: number }>(
      `select count(*) as total from dbos.workflow_status w join dbos.workflow_input i using (workflow_uuid)
       where w.name = 'domain-onboard' and i.inputs like '%' || $1 || '%'`,
      [third],
    );
    assert.equal(rows[0]?.total, 1);
  });

  await t.test('starts with a website unless its domain is onboarded or that is not wanted', async () => {
    const projectId = await makeProject('org_assets');
    const made = await api.post('/api/assets', { project_id: projectId, type: 'website', value: first, backlinks_limit: 50 });
    assert.equal(made.status, 201);
    assert.deepEqual(
      [made.body.message, made.body.onboarding.started, made.body.onboarding.workflow_id],
      ['Asset created; its domain is onboarded already', false, null],
    );
    const skipped = await api.post('/api/assets', { project_id: projectId, type: 'website', value: 'skipped.net', skip_onboarding: true });
    assert.deepEqual([skipped.body.onboarding.started, (await statusOf(app, 'skipped.net')).workflow_id], [false, null]);
    const fresh = await api.post('/api/assets', { project_id: projectId, type: 'website', value: 'fresh-site.net', backlinks_limit: 20 });
    assert.equal(fresh.body.onboarding.started, true);
    const { workflow_id: promised } = await statusOf(app, 'fresh-site.net');
    const joined = await api.post(ONBOARD, { domain: 'fresh-site.net', backlinks_limit: 20 });
    assert.ok(joined.body.workflow_id === promised || joined.body.outcome === 'skipped');
    await waitFor(app, fresh.body.onboarding.workflow_id);
    await waitFor(app, promised);
    assert.equal((await statusOf(app, 'fresh-site.net')).onboard_status, 'completed');
  });

  await t.test('waits on its queue when no process takes it', async () => {
    await stores.postgres.query(`update worker_heartbeats set queues = '{}'`);
    const { body } = await api.post(ONBOARD, { domain: 'waiting.net' });
    assert.deepEqual([body.orchestration, body.outcome], ['queue', 'queued']);
    assert.match(body.message, /begins when a process runs workflows/u);
    const projectId = await makeProject('org_waiting');
    const made = await api.post('/api/assets', { project_id: projectId, type: 'website', value: 'waiting-too.net' });
    assert.deepEqual([made.body.orchestration, made.body.onboarding.orchestration], ['queue', 'queue']);
    await waitFor(app, body.workflow_id);
  });

  await t.test('gives the same answer to the same request', async () => {
    const key = { 'idempotency-key': 'once' };
    const one = await api.post(ONBOARD, { domain: 'idempotent.net' }, key);
    const other = await api.post(ONBOARD, { domain: 'idempotent.net' }, key);
    assert.deepEqual(other.body, one.body);
    assert.equal((await api.post(ONBOARD, { domain: 'else.net' }, key)).status, 409);
    await waitFor(app, one.body.workflow_id);
  });

  await t.test('pages are sent to classification, each once', async () => {
    const id = await makeDomain(stores.postgres, 'pages.net');
    await makeReferringPages(stores.postgres, id, 250, 30);
    const queue = async (path: string, body: object) =>
      (await api.post(`/api/admin/domains/${path}`, { domain: 'pages.net', skip_fetch: true, skip_llm: true, ...body })).body;
    await stores.postgres.transaction(async (tx) => {
      // While the queue's claims are held, messages wait there.
      await tx.query(`select pg_advisory_xact_lock(hashtextextended('claim:url-classification', 0))`);
      const firstSent = await queue('queue-classification', {});
      assert.deepEqual(
        [firstSent.queued, firstSent.messages, firstSent.already_queued, firstSent.queue, firstSent.waiting],
        [100, 1, 0, 'url-classification', false],
      );
      const rest = await queue('queue-classification', { limit: 10_000 });
      assert.deepEqual([rest.queued, rest.messages, rest.already_queued], [120, 2, 100]);
      const none = await queue('queue-classification', {});
      assert.deepEqual([none.queued, none.messages, none.already_queued], [0, 0, 220]);
      const articles = await queue('reclassify-all', { page_type: 'article', limit: 20 });
      assert.deepEqual([articles.queued, articles.messages], [20, 1]);
      assert.equal((await queue('reclassify-all', { page_type: null })).queued, 0);
      assert.equal((await queue('reclassify-all', {})).queued, 10);
      const { rows } = await stores.postgres.query<{ inputs: string }>(
        `select i.inputs from dbos.workflow_status w join dbos.workflow_input i using (workflow_uuid)
         where w.name = 'url-classify' and w.status = 'ENQUEUED' and w.workflow_uuid in (select classify_message_id from urls u
           join backlinks b on b.url_hash = u.url_hash where b.domain_id = $1)`,
        [id],
      );
      assert.equal(rows.length, 5);
      assert.equal(rows.filter(({ inputs }) => /"force"/u.test(inputs)).length, 2);

      // What was taken off the queue no longer waits there.
      const purged = await api.post('/api/admin/queue/url-classification/purge');
      assert.ok(purged.body.purged >= 5);
      assert.equal((await queue('queue-classification', { limit: 5 })).queued, 5);
    });
  });

  await t.test('what could not be classified is listed', async () => {
    for (const [at, queue] of ['url-classification', 'domain-classification', 'keyword-classification', 'general-tasks'].entries())
      await stores.postgres.query(
        `insert into dead_letters (id, queue, workflow, workflow_id, payload, error, attempts, failed_at)
         values ($1, $2, 'x', $1, '{"url_ids":[1]}', 'no page', 4, now() - $3 * interval '1 hour')`,
        [`dl_${at}`, queue, at],
      );
    const list = async (query: string) => (await api.get(`/api/admin/domains/classification-failures${query}`)).body;
    const all = await list('');
    assert.deepEqual(
      [all.total, all.failures.map((one: Record<string, unknown>) => one['entity_type'])],
      [3, ['url', 'domain', 'keyword']],
    );
    assert.deepEqual(
      [all.failures[0].payload, all.failures[0].error, all.failures[0].attempts, all.failures[0].queue],
      [{ url_ids: [1] }, 'no page', 4, 'url-classification'],
    );
    assert.deepEqual((await list('?entity_type=domain')).failures[0].id, 'dl_1');
    assert.equal((await list(`?since=${new Date(Date.now() - 5_400_000).toISOString()}`)).total, 2);
    const page = await list('?limit=1&offset=1');
    assert.deepEqual([page.failures[0].id, page.pagination], ['dl_1', { limit: 1, offset: 1, has_more: true, total: 3 }]);
  });

  await t.test('a part that an onboarded domain lacks is fetched when a limit asks for it, alone', async () => {
    const id = await makeDomain(stores.postgres, 'partly.net');
    await makeFetches(stores.postgres, id, [
      { part: 'backlinks', wanted: 100 },
      { part: 'referring_domains', wanted: 100 },
      { part: 'summary', wanted: null },
      { part: 'properties', wanted: null },
    ]);
    const estimate = async (options: object) =>
      (await api.post(ONBOARD, { domain: 'partly.net', dry_run: true, ...options })).body.estimate.calls;
    assert.deepEqual([await estimate({}), await estimate({ keywords_limit: 20 }), await estimate({ force: true })], [0, 1, 5]);
    assert.equal((await api.post(ONBOARD, { domain: 'partly.net', skip_keywords: true })).body.outcome, 'skipped');
  });
});
