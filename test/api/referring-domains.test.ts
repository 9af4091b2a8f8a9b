import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureDomain } from '#areas/domains/records/ensure-domain.ts';
import { startTestApp } from '../support/app.ts';
import { assertAllRefused } from '../support/bad-input.ts';
import { waitUntil } from '../support/wait-until.ts';
import { findTargets, listBadRequests, readTruth, REFERRING, spentOn, storeLinks } from '../support/referring-api.ts';

const BASE = REFERRING;
const DAYS = 35;
const DAY_MS = 86_400_000;

test('the domains and links that lead to a target', async (t) => {
  const app = await startTestApp(t);
  const { api } = app;
  const [target, other] = await findTargets(app);
  const list = async (query = '') => (await api.get(`${BASE}/list?target=${target}&limit=1000${query}`)).body;

  await t.test('cost nothing while they are only estimated', async () => {
    const { status, body } = await api.post(`${BASE}/fetch`, { target, limit: 500, dry_run: true });
    assert.deepEqual([status, body.dry_run, body.estimate], [200, true, { calls: 1, cost_usd: 0.035 }]);
    assert.deepEqual([await spentOn(app), (await api.get(`${BASE}/list?target=${target}`)).body.error], [0, 'Domain not found']);
  });

  await t.test('are fetched page by page under any spelling, stored once, and queued for classification', async () => {
    const truth = await readTruth(app, target);
    const first = await api.post(`${BASE}/fetch`, { target: `HTTPS://www.${target.toUpperCase()}.:443/a?b#c` });
    assert.equal(first.status, 200, JSON.stringify(first.body));
    const { fetched, stored, total, queued, classification, cost, has_more: hasMore } = first.body;
    assert.deepEqual([first.body.target, fetched, stored, queued, total], [target, 100, 100, 100, truth.referringDomains]);
    assert.deepEqual([hasMore, cost, first.headers.get('x-cost-usd')], [true, 0.023, '0.023']);
    assert.deepEqual([classification.queue, classification.waiting, classification.consumed], ['domain-classification', false, true]);
    const again = (await api.post(`${BASE}/fetch`, { target })).body;
    assert.deepEqual([again.stored, again.queued], [100, 0], 'known ones are not queued again');
    const rest = (await api.post(`${BASE}/fetch`, { target, offset: 100, limit: 1_000 })).body;
    assert.deepEqual([rest.queued, rest.lost, rest.has_more], [truth.referringDomains! - 100, 0, false]);
    const { rows } = await app.app.context.postgres.query<{ cost: number; calls: number }>(
      `select sum(cost_usd) as cost, count(*) as calls from api_costs where service = 'provider_referring_domains' and workflow_type = 'referring-domains-fetch' and api_key_id is not null`,
    );
    assert.deepEqual(rows, [{ cost: await spentOn(app), calls: 3 }]);
  });

  await t.test('are listed by rank, whole or by tier, in pages that fit together', async () => {
    const truth = await readTruth(app, target);
    const isClassified = (row: any) => row.last_classified_at !== null && row.classification_confidence !== null;
    await waitUntil(async () => (await list()).referring_domains.every(isClassified), 'all to be classified');
    const whole = await list();
    assert.equal(whole.total, truth.referringDomains);
    const ranks = whole.referring_domains.map((row: any) => row.rank);
    assert.deepEqual(
      ranks,
      ranks.toSorted((one: number, another: number) => another - one),
    );
    const [best] = whole.referring_domains;
    assert.deepEqual([best.target_domain, best.status, best.our_lost_at], [target, 'live', null]);
    assert.ok(Date.parse(best.dfs_first_seen) < Date.parse(best.our_first_seen) && best.platform_types !== undefined);
    let tiers = 0;
    for (const [tier, min, max] of [
      ['tier_1', 80, 100],
      ['tier_2', 60, 79],
      ['tier_3', 40, 59],
      ['tier_4', 20, 39],
      ['tier_5', 0, 19],
    ] as const) {
      const { referring_domains: rows, total } = await list(`&quality_tier=${tier}`);
      assert.ok(
        rows.every((row: any) => row.quality_tier === tier && row.rank >= min && row.rank <= max),
        tier,
      );
      tiers += total;
    }
    assert.equal(tiers, truth.referringDomains);
    const pages = await Promise.all([0, 40, 80].map((offset) => api.get(`${BASE}/list?target=${target}&limit=40&offset=${offset}`)));
    assert.deepEqual(
      pages.flatMap(({ body }) => body.referring_domains.map((row: any) => row.referring_domain)),
      whole.referring_domains.slice(0, 120).map((row: any) => row.referring_domain),
    );
  });

  await t.test('come and go over five weeks as the provider says', async () => {
    const since = new Date(app.app.context.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
    await storeLinks(app, target);
    await app.sandbox.post('/_sandbox/clock', { advance_days: DAYS });
    const { body: drift } = await api.post(`${BASE}/fetch`, { target, status: 'all', since, limit: 1_000 });
    assert.ok(drift.fetched > 0 && drift.queued > 0 && drift.queued < drift.fetched);
    const truth = await readTruth(app, target);
    assert.deepEqual([(await list()).total, (await list('&status=lost')).total > 0], [truth.referringDomains, true]);
    assert.equal((await list('&status=all')).total, (await list()).total + (await list('&status=lost')).total);
    const { body: whole } = await api.post(`${BASE}/fetch`, { target, limit: 1_000 });
    assert.deepEqual([whole.fetched, whole.queued, whole.lost], [truth.referringDomains, 0, 0], 'nothing was missed');
    await storeLinks(app, target);

    const { body: changes } = await api.get(`${BASE}/changes?target=${target}&since=${since}&limit=1000`);
    const { body: series } = await api.post(`${BASE}/debug`, { target, endpoint: 'summary' });
    assert.equal(series.tasks[0].result[0].backlinks, truth.backlinks);
    const { value } = await app.app.context.searchData
      .fetchLinkChanges({ target, from: since, until: changes.until.slice(0, 10), period: 'day' }, { source: 'api' })
      .then(({ value: rows }) => ({ value: rows ?? [] }));
    const sum = (field: 'newReferringDomains' | 'lostReferringDomains' | 'newBacklinks') =>
      value.reduce((all, row) => all + (row[field] ?? NaN), 0);
    assert.deepEqual(
      new Set(Object.values(changes.counts)),
      new Set([null]),
      'the weekly job has not looked: what is stored is no count of all',
    );
    assert.deepEqual(
      [changes.listed.new_domains, changes.listed.lost_domains, changes.listed.new_backlinks],
      [sum('newReferringDomains'), sum('lostReferringDomains'), sum('newBacklinks')],
    );
    assert.deepEqual([changes.new_domains.length, changes.lost_domains.length], [changes.listed.new_domains, changes.listed.lost_domains]);
    assert.ok(changes.listed.new_domains > 0 && changes.listed.lost_domains > 0 && changes.lost_backlinks.length > 0);
    for (const row of [...changes.new_domains, ...changes.lost_domains]) assert.ok(row.date >= since && row.date_source === 'provider');
    assert.ok(changes.lost_domains.every((row: any) => row.status === 'lost' && row.date === row.dfs_lost_date));
    assert.ok(changes.lost_backlinks.every((row: any) => row.status === 'lost' && row.our_lost_at !== null));
    assert.deepEqual(
      { ...changes.knowledge.referring_domains, last_seen_at: null },
      {
        stored: truth.referringDomains,
        last_seen_at: null,
        status: null,
        fetched_at: null,
        is_whole: false,
        rows_fetched: null,
        rows_total: null,
        cost_usd: null,
      },
      'no onboarding has fetched them whole, and the answer says so',
    );
    const page = (await api.get(`${BASE}/changes?target=${target}&since=${since}&limit=2&offset=1`)).body;
    assert.deepEqual(page.new_domains, changes.new_domains.slice(1, 3));
    assert.deepEqual(page.lost_backlinks, changes.lost_backlinks.slice(1, 3));
    assert.equal(page.pagination.total, Math.max(...Object.values<number>(changes.listed)));
    const month = (await api.get(`${BASE}/changes?target=${target}`)).body;
    assert.equal(Date.parse(month.until) - Date.parse(month.since), 30 * DAY_MS);
  });

  await t.test('what a whole answer does not bring again is lost, and says by whose word', async () => {
    const { postgres, clock } = app.app.context;
    await postgres.query(
      `insert into referring_domains (domain_id, referring_domain, our_first_seen, our_last_seen)
       select id, 'gone.example.com', $2, $2 from domains where domain = $1`,
      [target, new Date(clock.now().getTime() - DAY_MS)],
    );
    const part = (await api.post(`${BASE}/fetch`, { target, limit: 1_000, offset: 1 })).body;
    assert.equal(part.lost, 0, 'a part of it does not show what is missing');
    assert.equal((await api.post(`${BASE}/fetch`, { target, limit: 1_000 })).body.lost, 1);
    const { body } = await api.get(`${BASE}/changes?target=${target}&since=${clock.now().toISOString().slice(0, 10)}`);
    const gone = body.lost_domains.find((row: any) => row.domain === 'gone.example.com');
    assert.deepEqual([gone.date_source, gone.dfs_lost_date, gone.status], ['ours', null, 'lost']);
  });

  await t.test('have texts, counted over the stored links that are still there', async () => {
    const truth = await readTruth(app, target);
    const { status, body } = await api.get(`/api/domains/www.${target}/anchors?limit=1000`);
    assert.equal(status, 200);
    const links = body.anchors.reduce((all: number, row: any) => all + row.backlinks_count, 0);
    assert.deepEqual(
      [body.domain, links, body.basis.stored_backlinks, body.total],
      [target, truth.backlinks, truth.backlinks, body.anchors.length],
    );
    assert.deepEqual([body.basis.known_backlinks, body.basis.is_whole, body.basis.fetched_at], [null, false, null], 'by no onboarding');
    const raw = await api.post(`${BASE}/debug`, { target, endpoint: 'anchors', limit: 1_000 });
    const answered = raw.body.tasks[0].result[0].items.map((row: any) => [
      row.anchor || null,
      row.backlinks,
      row.referring_domains,
      row.first_seen,
    ]);
    const read = body.anchors.map((row: any) => [row.anchor, row.backlinks_count, row.referring_domains_count, row.first_seen]);
    const byText = (rows: unknown[][]) =>
      new Map(rows.map(([anchor, links_, domains, seen]) => [anchor, [links_, domains, new Date(String(seen)).getTime()]]));
    assert.deepEqual(byText(read), byText(answered));
    assert.ok(body.anchors.every((row: any) => row.dofollow_share === Math.round((1e4 * row.dofollow_count) / row.backlinks_count) / 1e4));
    const second = (await api.get(`/api/domains/${target}/anchors?limit=2&offset=1`)).body;
    assert.deepEqual(second.anchors, body.anchors.slice(1, 3));
  });

  await t.test('are seen by every caller with the site in a project', async () => {
    const project = (await api.post('/api/projects', { name: 'Shop', organization_id: 'org_links' })).body.project_id;
    await api.post('/api/assets', { project_id: project, type: 'website', value: target, name: 'Site', skip_onboarding: true });
    const key = await app.withKey({ scopes: ['read'], organization_id: 'org_links' });
    assert.equal((await key.get(`/api/domains/${target}/anchors`)).status, 200);
    await ensureDomain(app.app.context.postgres, other, new Date());
    assert.deepEqual((await key.get(`/api/domains/${other}/anchors`)).body.error, 'Domain not found');
    const bound = await app.withKey({ scopes: ['admin'], organization_id: 'org_links' });
    for (const [method, path, body] of [
      ['post', `${BASE}/fetch`, { target }],
      ['get', `${BASE}/list?target=${target}`, undefined],
      ['get', `${BASE}/changes?target=${target}`, undefined],
      ['post', `${BASE}/debug`, { target, endpoint: 'summary' }],
    ] as const)
      assert.equal((await bound[method](path, body as never)).status, 403, path);
  });

  await t.test('nothing known is an empty answer, and not a domain without links', async () => {
    const empty = (await api.get(`/api/domains/${other}/anchors`)).body;
    assert.deepEqual([empty.anchors, empty.basis.stored_backlinks, empty.basis.known_backlinks], [[], 0, null]);
    const changes = (await api.get(`${BASE}/changes?target=${other}`)).body;
    assert.deepEqual([changes.knowledge.backlinks.fetched_at, changes.knowledge.backlinks.last_seen_at], [null, null]);
    const { status, body } = await api.post(`${BASE}/fetch`, { target: 'nobody-knows-this.com' });
    assert.deepEqual([status, body.fetched, body.total, body.queued, body.cost > 0], [200, 0, 0, 0, true]);
    for (const path of [
      `${BASE}/list?target=never-seen.com`,
      `${BASE}/changes?target=never-seen.com`,
      '/api/domains/never-seen.com/anchors',
    ]) {
      const answer = await api.get(path);
      assert.deepEqual([answer.status, answer.body.error], [404, 'Domain not found'], path);
    }
  });

  await t.test('answers of the provider come unchanged, and are booked', async () => {
    const rows = async () =>
      (
        await app.app.context.postgres.query<{ endpoint: string; service: string }>(
          `select endpoint, service from api_costs where workflow_type = 'debug' order by created_at, id`,
        )
      ).rows;
    const before = (await rows()).length;
    for (const [endpoint, path] of [
      ['history', '/v3/backlinks/history/live'],
      ['/v3/backlinks/bulk_ranks/live', '/v3/backlinks/bulk_ranks/live'],
      ['backlinks/timeseries_summary/live', '/v3/backlinks/timeseries_summary/live'],
    ] as const) {
      const { status, body, headers } = await api.post(`${BASE}/debug`, { target, endpoint });
      assert.deepEqual([status, body.status_code, body.tasks[0].status_code], [200, 20_000, 20_000], endpoint);
      assert.equal(Number(headers.get('x-cost-usd')), body.tasks[0].cost);
      assert.deepEqual((await rows()).at(-1)?.endpoint, path);
    }
    assert.deepEqual((await rows()).length, before + 3);
    const spent = await spentOn(app);
    const priced = await api.post(`${BASE}/debug`, { target, endpoint: 'backlinks', limit: 1_000, dry_run: true });
    assert.deepEqual([priced.body.estimate.cost_usd, await spentOn(app)], [0.05, spent]);
    await app.sandbox.post('/_sandbox/faults', { match: 'referring_domains', kind: 'truncated', count: 1 });
    const failed = await api.post(`${BASE}/fetch`, { target });
    assert.deepEqual([failed.status, (await list()).total], [502, (await readTruth(app, target)).referringDomains]);
    await app.api.put('/api/admin/config', { budgets: { run_cost_usd: 0.01 } });
    assert.equal((await api.post(`${BASE}/fetch`, { target })).status, 402);
    await app.api.put('/api/admin/config', { budgets: { run_cost_usd: null } });
  });

  await t.test('bad input is refused before anything is asked, every wrong field named', async () => {
    const { total } = (await app.sandbox.get<{ total: number }>('/_sandbox/calls')).body;
    await assertAllRefused(api, listBadRequests(target));
    assert.equal((await app.sandbox.get<{ total: number }>('/_sandbox/calls')).body.total, total);
  });
});
