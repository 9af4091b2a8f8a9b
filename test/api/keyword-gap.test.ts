import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { KEYWORDS_PATH } from '../support/onboarding.ts';

const GAP = '/api/keywords/gap';

interface Place {
  readonly domain: string;
  readonly position: number;
  readonly rank_absolute: number;
}

interface GapRow {
  readonly keyword: string;
  readonly kinds: readonly string[];
  readonly own_position: number | null;
  readonly best_position: number | null;
  readonly search_volume: number | null;
  readonly places: readonly Place[];
}

/** Three sites about one thing. */
async function findSites({ sandbox }: TestApp): Promise<[string, string, string]> {
  const { body } = await sandbox.get('/_sandbox/world');
  const site = body.sites.find(
    (one: { business_type: string; competitors: string[] }) => one.business_type === 'saas' && one.competitors.length > 1,
  );
  return [site.domain, site.competitors[0], site.competitors[1]];
}

async function countCalls({ sandbox }: TestApp): Promise<number> {
  return (await sandbox.get('/_sandbox/calls')).body.by_endpoint[KEYWORDS_PATH] ?? 0;
}

/** Where the sites stand on the true result page, as far as the provider reads it. */
async function readTruth({ sandbox }: TestApp, keyword: string, sites: readonly string[]): Promise<Place[]> {
  const { body } = await sandbox.get(
    `/_sandbox/truth/serp?keyword=${encodeURIComponent(keyword)}&location_code=2840&language_code=en&device=desktop`,
  );
  const items: { type: string; domain: string; rank_group: number; rank_absolute: number }[] = body.items;
  return sites
    .flatMap((domain) => {
      const item = items.find((one) => one.type === 'organic' && (one.domain === domain || one.domain?.endsWith(`.${domain}`)));
      return item === undefined ? [] : [{ domain, position: item.rank_group, rank_absolute: item.rank_absolute }];
    })
    .toSorted((one, other) => one.position - other.position || (one.domain < other.domain ? -1 : 1));
}

function kindsOf(places: readonly Place[], [own, ...rivals]: readonly string[]): string[] {
  const mine = places.find(({ domain }) => domain === own)?.position;
  const theirs = places.filter(({ domain }) => domain !== own).map(({ position }) => position);
  const areAllThere = theirs.length === rivals.length;
  const kinds = {
    missing: mine === undefined && areAllThere,
    untapped: mine === undefined && theirs.length > 0,
    weak: mine !== undefined && areAllThere && theirs.every((position) => position < mine),
    strong: mine !== undefined && areAllThere && theirs.every((position) => position > mine),
    shared: mine !== undefined && areAllThere,
    unique: mine !== undefined && theirs.length === 0,
  };
  return Object.entries(kinds).flatMap(([kind, holds]) => (holds ? [kind] : []));
}

async function ask(api: ApiClient, body: object): Promise<{ headers: Headers; body: any }> {
  const answer = await api.post(GAP, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer;
}

test('the gap between a site and its competitors', async (t) => {
  const app = await startTestApp(t);
  const { api, sandbox } = app;
  const sites = await findSites(app);
  const targets = [...sites];

  await t.test('sites that were never fetched are named, and nothing is said of them', async () => {
    const { body } = await ask(api, { targets });
    assert.deepEqual([body.totals, body.keywords, body.is_complete, body.own_domain], [null, [], false, sites[0]]);
    assert.deepEqual(
      body.domains.map((one: Record<string, unknown>) => [one['domain'], one['role'], one['status'], one['is_compared']]),
      sites.map((domain, at) => [domain, at === 0 ? 'own' : 'competitor', 'never_fetched', false]),
    );
    assert.equal(await countCalls(app), 0);
  });

  await t.test('a dry run tells the price and buys nothing', async () => {
    assert.deepEqual((await ask(api, { targets, dry_run: true })).body.estimate, { calls: 0, cost_usd: 0 });
    const { body } = await ask(api, { targets, fetch: true, keywords_limit: 1_000, dry_run: true });
    assert.equal(body.estimate.calls, 3);
    assert.ok(body.estimate.cost_usd > 0);
    assert.equal(await countCalls(app), 0);
  });

  await t.test('one site that cannot be bought leaves the others', async () => {
    await sandbox.post('/_sandbox/faults', { match: KEYWORDS_PATH, kind: 'provider_40501', rate: 1, count: 1 });
    const { body } = await ask(api, { targets, fetch: true, keywords_limit: 1_000 });
    await sandbox.post('/_sandbox/faults', {});
    assert.equal(body.domains.filter((one: { error: string | null }) => one.error !== null).length, 1);
    assert.equal(body.domains.filter((one: { is_compared: boolean }) => one.is_compared).length, 2);
  });

  await t.test('what is bought is stored, and every keyword has the true positions and kinds', async () => {
    const before = await countCalls(app);
    const bought = await ask(api, { targets, fetch: true, keywords_limit: 1_000, limit: 1_000 });
    assert.equal(await countCalls(app), before + 1);
    assert.ok(Number(bought.headers.get('x-cost-usd')) > 0);
    const { body, headers } = await ask(api, { targets, limit: 1_000 });
    assert.equal(headers.get('x-cost-usd'), '0');
    assert.deepEqual([body.is_complete, body.totals, body.keywords], [true, bought.body.totals, bought.body.keywords]);
    assert.equal(body.keywords.length, body.totals.all);
    const rows: GapRow[] = body.keywords;
    for (const { keyword, kinds, places, own_position: own, best_position: best } of rows) {
      const truth = await readTruth(app, keyword, sites);
      const found = places.map(({ domain, position, rank_absolute }) => ({ domain, position, rank_absolute }));
      assert.deepEqual([keyword, found, kinds.toSorted()], [keyword, truth, kindsOf(truth, sites).toSorted()]);
      assert.equal(own, truth.find(({ domain }) => domain === sites[0])?.position ?? null);
      assert.equal(best, truth.find(({ domain }) => domain !== sites[0])?.position ?? null);
    }
    for (const kind of ['missing', 'untapped', 'weak', 'strong', 'shared', 'unique'])
      assert.equal(body.totals[kind], rows.filter(({ kinds }) => kinds.includes(kind)).length, kind);
    assert.ok(body.totals.weak > 0 && body.totals.shared > body.totals.weak);
  });

  await t.test('filters and pages', async () => {
    const weak = (await ask(api, { targets, kind: 'weak', limit: 1_000 })).body;
    assert.ok(weak.keywords.every(({ kinds }: GapRow) => kinds.includes('weak')));
    assert.equal(weak.total, weak.totals.weak);
    const page = (await ask(api, { targets, kind: 'weak', limit: 2, offset: 1 })).body;
    assert.deepEqual(page.keywords, weak.keywords.slice(1, 3));
    const top = (await ask(api, { targets, max_position: 10, min_volume: 50, limit: 1_000 })).body;
    assert.ok(top.total > 0);
    for (const { places, search_volume: volume } of top.keywords) {
      assert.ok(places.every(({ position }: Place) => position <= 10));
      assert.ok(volume >= 50);
    }
  });

  await t.test('what others had fetched is not shown, and costs nothing to have', async () => {
    const ours = await app.withKey({ organization_id: 'org_gap' });
    const { body } = await api.post('/api/projects', { name: 'Gap', organization_id: 'org_gap' });
    const projectId: string = body.project_id;
    await app.stores.postgres.query(
      `insert into assets (id, project_id, type, value, name, role, meta, created_at, updated_at)
       select 'ast_gap_' || place, $1, 'website', site, site, case when place = 1 then 'primary' else 'competitor' end, '{}', now(), now()
       from unnest($2::text[]) with ordinality as one (site, place)`,
      [projectId, sites.slice(0, 2)],
    );
    const unseen = (await ask(ours, { targets })).body;
    assert.ok(unseen.domains.every((one: { status: string }) => one.status === 'never_fetched'));
    assert.equal((await ours.post(GAP, { targets, fetch: true })).status, 400);
    assert.equal(
      (await ask(ours, { project_id: projectId, targets: targets.slice(1), fetch: true, dry_run: true })).body.estimate.calls,
      3,
    );
    const before = await countCalls(app);
    const seen = (await ask(ours, { project_id: projectId, targets: targets.slice(1), fetch: true })).body;
    assert.equal(await countCalls(app), before);
    assert.equal(seen.is_complete, true);
    assert.deepEqual((await ask(ours, { project_id: projectId })).body.competitors, [sites[1]]);
  });

  await t.test('sites that cannot be compared are refused', async () => {
    const bad = [{}, { targets: [sites[0]] }, { targets: [sites[0], `www.${sites[0]}`] }, { targets: ['10.0.0.1', sites[0]] }];
    for (const body of bad) assert.equal((await api.post(GAP, body)).status, 400, JSON.stringify(body));
    const six = [...sites, 'a.com', 'b.com', 'c.com'];
    assert.equal((await api.post(GAP, { targets: six })).status, 400);
    assert.equal((await api.post(GAP, { project_id: 'proj_none' })).status, 404);
    assert.equal((await app.anonymous.post(GAP, { targets })).status, 401);
  });
});
