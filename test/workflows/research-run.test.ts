import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';

const execute = promisify(execFile);

const WAIT_MS = 120_000;
const KEYWORDS_MAX = 300;

interface Call {
  readonly path: string;
  readonly cost_usd: number;
}

test('a research run from a website to tracked keywords', async (t) => {
  const { app, api, sandbox } = await startTestApp(t);
  const { sites } = (await sandbox.get('/_sandbox/world')).body;
  const saas: string[] = sites.flatMap((site: { business_type: string; domain: string }) =>
    site.business_type === 'saas' ? site.domain : [],
  );
  const [host = '', shared = '', short = '', unlucky = ''] = saas;
  const { project_id: projectId } = (await api.post('/api/projects', { name: 'Research', organization_id: 'org_research' })).body;
  const begin = async (url: string, more: object = {}) => {
    const { body } = await api.post('/run', { url, project_id: projectId, limits: { keywords_max: KEYWORDS_MAX }, ...more });
    assert.equal(body.status, 'awaiting_category_confirmation', JSON.stringify(body));
    const categories = body.enrichment.high_level_categories.slice(0, 2).map(({ id }: { id: number }) => ({ id, assigned_by: 'user' }));
    return { runId: body.run_id as string, confirmation: { categories, locations: [{ location_code: 2840 }] } };
  };
  const statusOf = async (runId: string) => (await api.get(`/run/${runId}/status`)).body;
  const end = async ({ runId, confirmation }: Awaited<ReturnType<typeof begin>>, more: object = {}) => {
    const { status, body } = await api.post(`/run/${runId}/confirm-categories`, { ...confirmation, ...more });
    assert.equal(status, 202, JSON.stringify(body));
    await app.context.workflows.waitFor(body.workflow_id, WAIT_MS).catch(() => undefined);
    return await statusOf(runId);
  };
  const listPaid = async () => (await sandbox.get<{ entries: Call[] }>('/_sandbox/calls')).body.entries.filter((call) => call.cost_usd > 0);
  const run = await begin(host);
  const { runId } = run;

  await t.test('harvests, groups and stores what was confirmed, at no more than its estimate', async () => {
    const { estimate } = (await api.post(`/run/${runId}/confirm-categories`, { ...run.confirmation, dry_run: true })).body;
    const record = await end(run);
    assert.deepEqual([record.status, record.error, record.errors], ['complete', null, []], JSON.stringify(record));
    const { harvest } = record;
    assert.ok(harvest.kept_keywords > 50 && harvest.total_keywords <= KEYWORDS_MAX);
    assert.ok(harvest.cost_usd > 0 && harvest.cost_usd <= estimate.cost_usd, `${harvest.cost_usd} of ${estimate.cost_usd}`);
    assert.ok(record.cost_usd >= harvest.cost_usd);
    assert.equal(harvest.total_keywords, harvest.kept_keywords + harvest.irrelevant_keywords);
    assert.ok(harvest.sources.domain_seed > 0 && harvest.sources.harvest_ai > 0);
    const ofCategories: { total_keywords: number; keywords: object[] }[] = Object.values(harvest.by_category);
    assert.equal(
      ofCategories.reduce((sum, category) => sum + category.total_keywords, 0),
      harvest.kept_keywords,
    );
    assert.ok(ofCategories.every(({ keywords, total_keywords: total }) => keywords.length === Math.min(20, total)));
  });

  await t.test('its keywords are what the sandbox knows, filtered and sorted as asked', async () => {
    const list = async (query: string) => (await api.get(`/run/${runId}/keywords?${query}`)).body;
    const { harvest } = await statusOf(runId);
    const best = await list('limit=20');
    assert.deepEqual([best.total, best.keywords.length], [harvest.kept_keywords, 20]);
    const scores: number[] = best.keywords.map(({ score }: { score: number }) => score);
    assert.deepEqual(
      scores,
      scores.toSorted((one, other) => other - one),
    );
    for (const keyword of best.keywords.slice(0, 5)) {
      const truth = (
        await sandbox.get(`/_sandbox/truth/keyword?keyword=${encodeURIComponent(keyword.keyword)}&location_code=2840&language_code=en`)
      ).body;
      assert.deepEqual(
        [keyword.search_volume, keyword.cpc, keyword.keyword_difficulty],
        [truth.search_volume, truth.cpc, truth.keyword_difficulty],
        keyword.keyword,
      );
    }
    assert.equal((await list('status=irrelevant&limit=1')).total, harvest.irrelevant_keywords);
    assert.ok((await list('status=irrelevant')).keywords.every(({ reason }: { reason: string | null }) => reason !== null));
    const volumes = await list('sort=search_volume&order=asc&min_volume=10&limit=5');
    assert.ok(volumes.keywords.every(({ search_volume: volume }: { search_volume: number }) => volume >= 10));
    const one = best.keywords.find(
      (keyword: Record<string, unknown>) => keyword['category_id'] !== null && keyword['primary_intent'] !== null,
    );
    const found = await list(`search=${encodeURIComponent(one.keyword.toUpperCase())}`);
    assert.ok(found.keywords.some(({ keyword }: { keyword: string }) => keyword === one.keyword));
    for (const [filter, field] of [
      ['cluster', 'cluster_id'],
      ['category', 'category_id'],
      ['intent', 'primary_intent'],
    ] as const) {
      const answer = await list(`${filter}=${one[field]}`);
      const { keywords = assert.fail(JSON.stringify(answer)) } = answer;
      assert.ok(keywords.length > 0 && keywords.every((keyword: Record<string, unknown>) => keyword[field] === one[field]), filter);
    }
    assert.equal((await list('brand=true')).total + (await list('brand=false')).total, best.total);
    assert.equal((await api.get(`/run/${runId}/keywords?sort=nonsense`)).status, 400);

    const csv = await api.get<string>(`/run/${runId}/keywords.csv`);
    assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8');
    const lines = csv.body.trimEnd().split('\r\n');
    assert.equal(lines.length, best.total + 1);
    assert.match(lines[0] ?? '', /^keyword,location_code,/u);
    assert.ok(lines[1]?.startsWith(best.keywords[0].keyword));

    const { clusters, total } = (await api.get(`/run/${runId}/clusters?limit=1000`)).body;
    assert.deepEqual([total, clusters.length], [harvest.clusters, harvest.clusters]);
    assert.equal(
      clusters.reduce((sum: number, cluster: { keywords_count: number }) => sum + cluster.keywords_count, 0),
      best.total,
    );
  });

  await t.test('what is known of a keyword and of the run is shown to administrators', async () => {
    const [best] = (await api.get(`/run/${runId}/keywords?limit=1`)).body.keywords;
    const { keyword } = (await api.get(`/diagnostics/keyword?keyword=${encodeURIComponent(best.keyword)}`)).body;
    assert.deepEqual(
      [keyword.normalized_text, keyword.latest_search_volume, keyword.primary_intent, keyword.brand_flag, keyword.id],
      [best.keyword, best.search_volume, best.primary_intent, best.brand_flag, null],
    );
    const { body } = await api.get(`/diagnostics/run/${runId}`);
    assert.deepEqual([body.kind, body.status, body.research_run.run_id], ['research_run', 'complete', runId]);
    assert.deepEqual(
      body.workflows.map(({ type }: { type: string }) => type),
      ['keyword-research', 'keyword-harvest'],
    );
    assert.ok(body.costs.length > 0);
  });

  await t.test('its best keywords are tracked, each with what became of it, after an estimate', async () => {
    const asked = { top: 5, device: 'mobile' };
    const { body: estimated } = await api.post(`/run/${runId}/track`, { ...asked, dry_run: true });
    assert.ok(estimated.estimate.monthly_cost_usd > 0 && estimated.daily_cost_usd > 0);
    assert.equal((await api.get(`/api/project-keywords?project_id=${projectId}&status=tracking`)).body.keywords.length, 0);
    const { body: tracked } = await api.post(`/run/${runId}/track`, asked);
    assert.deepEqual([tracked.keywords_tracked, tracked.project_id], [5, projectId]);
    assert.ok(tracked.results.every((one: { outcome: string; device: string }) => one.outcome === 'tracked' && one.device === 'mobile'));
    const [first] = tracked.results;
    const named = await api.post(`/run/${runId}/track`, { keywords: [first.keyword, 'not one of them'], device: 'mobile' });
    assert.deepEqual(
      named.body.results.map(({ outcome }: { outcome: string }) => outcome),
      ['already_tracked', 'not_in_run'],
    );
    assert.equal((await api.post(`/run/${runId}/track`, {})).status, 400);
  });

  await t.test('the command line goes the whole way, with its progress apart from its result', async () => {
    const words = ['research', `https://${host}/`, '--category', 'invoicing software', '--keywords', '50', '--url', app.url];
    const sightline = (...more: string[]) =>
      execute(process.execPath, ['src/main.ts', ...words, ...more], {
        env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', SIGHTLINE_ADMIN_KEY: TEST_ADMIN_KEY },
      });
    const table = await sightline('--top', '3');
    assert.match(table.stdout, /^KEYWORD +SCORE +VOLUME .*\n─+\n(?:.+\n){3}$/u);
    assert.match(table.stderr, /at most \d+ calls and [\d.]+ USD\n[\s\S]*\d+ keywords in \d+ groups/u);
    const csv = await sightline('--csv');
    assert.match(csv.stdout, /^keyword,location_code,[^\n]*\r\n(?:[^\n]+\r\n){10,50}$/u);
    const dry = await sightline('--dry-run');
    assert.equal(dry.stdout, '');
    assert.match(dry.stderr, /Nothing was bought/u);
    await assert.rejects(sightline('--location', 'Nowhereville'), /give its location_code/u);
  });

  await t.test('two runs of one site at once share the pages and the answers of a day', async () => {
    const before = (await listPaid()).length;
    const [one, other] = await Promise.all([begin(shared), begin(shared)]);
    const records = await Promise.all([end(one), end({ ...other, confirmation: one.confirmation })]);
    assert.deepEqual(
      records.map(({ status }) => status),
      ['complete', 'complete'],
    );
    const { entries } = (await sandbox.get<{ entries: (Call & { host: string; body: string })[] }>('/_sandbox/calls')).body;
    const pages = entries.filter((entry) => entry.host === shared && entry.path !== '/robots.txt').map(({ path }) => path);
    assert.deepEqual(pages.toSorted(), [...new Set(pages)].toSorted(), 'no page is read twice');
    const questions = entries
      .filter(({ cost_usd: cost }) => cost > 0)
      .slice(before)
      .map(({ path, body }) => `${path} ${body.replaceAll(/"tag":"[^"]*"/gu, '')}`);
    assert.deepEqual(questions.toSorted(), [...new Set(questions)].toSorted(), 'no question is paid twice');
    assert.equal(records[0].harvest.kept_keywords, records[1].harvest.kept_keywords);
  });

  await t.test('a budget that is spent midway completes the run with what there is, and says so', async () => {
    const run_ = await begin(short);
    await api.put('/api/admin/config', { budgets: { run_requests: 2 } });
    const record = await end(run_);
    await api.put('/api/admin/config', { budgets: { run_requests: null } });
    assert.equal(record.status, 'complete', JSON.stringify(record));
    assert.ok(record.errors.length > 0);
    assert.ok(
      record.errors.some(({ message }: { message: string }) => /budget/iu.test(message)),
      JSON.stringify(record.errors),
    );
    assert.ok(record.harvest.total_keywords > 0);
  });

  await t.test('pages, lists and answers of the model that fail every third time cost time, or are named', async () => {
    await sandbox.post('/_sandbox/faults', { kind: 'http_500', rate: 0.3 });
    const unlucky_ = await begin(unlucky);
    const { entries: called } = (await sandbox.get<{ entries: { host: string; status: number | null }[] }>('/_sandbox/calls')).body;
    assert.ok(called.some(({ host: of, status }) => of === unlucky && status === 500));
    const { body: site } = await api.get(`/run/${unlucky_.runId}/pages`);
    assert.equal(site.pages[0].error, null, 'the start page was read in the end');
    const failed = site.pages.filter(({ error }: { error: string | null }) => error !== null);
    assert.ok(failed.every(({ http_status: status }: { http_status: number | null }) => status === 500));
    const record = await end(unlucky_);
    await sandbox.post('/_sandbox/faults', {});
    assert.equal(record.status, 'complete', JSON.stringify(record));
    assert.ok(record.harvest.kept_keywords > 50);
  });

  await t.test('when every source fails, so does the run, with the reason', async () => {
    const site = saas[4] ?? '';
    const doomed = await begin(site);
    await sandbox.post('/_sandbox/faults', { match: '/v3/', kind: 'http_500' });
    await sandbox.post('/_sandbox/faults', { match: '/v1/chat', kind: 'http_500' });
    const record = await end(doomed);
    await sandbox.post('/_sandbox/faults', {});
    assert.equal(record.status, 'failed', JSON.stringify(record));
    assert.ok(record.error.length > 0);
    const { body } = await api.get(`/diagnostics/run/${doomed.runId}`);
    assert.match(body.stack, /\n\s+at /u);
  });

  await t.test('a run that is cancelled while it harvests stays cancelled', async () => {
    await sandbox.post('/_sandbox/faults', { match: '/v3/', kind: 'slow', delay_ms: 1_000 });
    const late = await begin(saas[5] ?? '');
    const { body } = await api.post(`/run/${late.runId}/confirm-categories`, late.confirmation);
    assert.equal((await api.delete(`/run/${late.runId}`)).body.error, 'cancelled');
    await app.context.workflows.waitFor(body.workflow_id, WAIT_MS).catch(() => undefined);
    await sandbox.post('/_sandbox/faults', {});
    const record = await statusOf(late.runId);
    assert.deepEqual([record.status, record.error], ['failed', 'cancelled']);
  });
});
