import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
import { assertAllRefused } from '../support/bad-input.ts';
import { readCallPrices } from '../support/call-prices.ts';
import { waitForLabels } from '../support/labels.ts';
import { advanceDay, getTruth, makeProject, PROVIDER, track, trueRank } from '../support/rankings-api.ts';

interface Read {
  readonly checked_depth: number;
  readonly provider: string;
  readonly cost_usd: number;
}

const toReading = ({ checked_depth, provider, cost_usd }: Read): Read => ({ checked_depth, provider, cost_usd });

/** How each check was read, by keyword and instant; its price is the one that the provider was paid. */
async function readChecks(app: TestApp, projectId: string): Promise<ReadonlyMap<string, Read>> {
  const { body } = await app.api.get(`/api/rankings?project_id=${projectId}&relationship=MINE&start_date=2000-01-01&limit=200`);
  const { each } = await readCallPrices(app);
  return new Map(
    body.rankings.map(({ keyword_id: id, checked_at: at, checked_depth, provider }: any) => [
      `${id} ${at}`,
      { checked_depth, provider, cost_usd: each(/\/serp\//u) },
    ]),
  );
}

test('the grid over HTTP', async (t) => {
  const app = await startTestApp(t);
  const { api, sandbox } = app;
  const world = (await sandbox.get('/_sandbox/world')).body;
  const keywords: string[] = world.keywords
    .filter((keyword: { location_code: number; language_code: string }) => keyword.location_code === 2840 && keyword.language_code === 'en')
    .slice(0, 6)
    .map((keyword: { keyword: string }) => keyword.keyword);
  const projectId = await makeProject(api, ['invoicenest.com', 'ledgerwise.app'], 'org_grid');
  /** The world's results on the day of the checks. */
  const truthOf = new Map<string, Awaited<ReturnType<typeof getTruth>>>();
  const grid = async (query = '') => await api.get(`/api/rankings/grid?project_id=${projectId}${query}`);

  await t.test('a row for each tracked keyword, with the position that the world has', async () => {
    await track(app, projectId, keywords);
    await waitForLabels(api, projectId);
    const { status, body, headers } = await grid();
    assert.equal(status, 200, JSON.stringify(body).slice(0, 400));
    assert.deepEqual([body.n, body.total], [keywords.length, keywords.length]);
    assert.deepEqual(body.columns.keyword, keywords.toSorted());
    for (const [row, keyword] of (body.columns.keyword as string[]).entries()) {
      const truth = await getTruth(app, keyword);
      truthOf.set(keyword, truth);
      const expected = trueRank(truth, 'invoicenest.com');
      assert.equal(body.columns.position[row], expected, keyword);
      assert.equal(body.columns.rank_absolute[row], trueRank(truth, 'invoicenest.com', 'page'), keyword);
      assert.equal(body.lists.status[body.columns.status[row]], expected === null ? 'not_found' : 'ranked');
      const spark = Buffer.from(body.spark, 'base64').subarray(row * 30, (row + 1) * 30);
      assert.deepEqual([...spark], [...Array.from({ length: 29 }, () => 255), expected ?? 0]);
    }
    assert.ok(headers.get('etag'));
  });
  await t.test('competitors are columns with the positions that the world has, where they are asked for', async () => {
    const [{ body: plain, headers }, { body, headers: more }] = [await grid(), await grid('&competitors=true')];
    assert.deepEqual(
      (body.competitors as { domain: string }[]).map(({ domain }) => domain),
      ['ledgerwise.app'],
    );
    const [{ status, position }] = body.competitors;
    const expected = keywords.toSorted().map((keyword) => trueRank(truthOf.get(keyword) ?? [], 'ledgerwise.app'));
    assert.deepEqual(position, expected);
    assert.deepEqual(
      status.map((place: number) => body.lists.status[place]),
      expected.map((place) => (place === null ? 'not_found' : 'ranked')),
    );
    assert.ok(expected.some((place) => place !== null));
    const { competitors: _competitors, ...rest } = body;
    assert.deepEqual(rest, plain);
    assert.notEqual(more.get('etag'), headers.get('etag'));
    assert.deepEqual(await grid('&competitors=false').then((answer) => [answer.body, answer.headers.get('etag')]), [
      plain,
      headers.get('etag'),
    ]);
  });
  await t.test('an unchanged grid is answered 304 without a body, until a check comes', async () => {
    const before = await grid();
    const etag = before.headers.get('etag') ?? '';
    const path = `/api/rankings/grid?project_id=${projectId}`;
    const unchanged = await api.get(path, { 'if-none-match': `W/${etag}, "another"` });
    assert.deepEqual([unchanged.status, unchanged.body, unchanged.headers.get('etag')], [304, '', etag]);
    assert.equal((await api.get(path, { 'if-none-match': '"another"' })).status, 200);
    await sandbox.post('/_sandbox/faults', { match: PROVIDER, kind: 'provider_40501', rate: 1 });
    const keyword = before.body.columns.keyword[0];
    await advanceDay(app);
    const failed = await api.post('/api/rankings/track', { project_id: projectId, keyword, force: true });
    assert.deepEqual([failed.status, failed.body.status], [200, 'failed']);
    await sandbox.post('/_sandbox/faults', {});
    const after = await api.get(path, { 'if-none-match': etag });
    assert.equal(after.status, 200);
    assert.equal(after.body.lists.status[after.body.columns.status[0]], 'failed');
    assert.equal(after.body.columns.position[0], before.body.columns.position[0]);
    assert.deepEqual([...Buffer.from(after.body.spark, 'base64').subarray(27, 30)], [255, before.body.columns.position[0] ?? 0, 254]);
  });

  await t.test('series, pages and features are those of the world', async () => {
    const [keyword = ''] = keywords;
    const truth = truthOf.get(keyword) ?? [];
    const { body: features } = await api.get(`/api/rankings/features?project_id=${projectId}`);
    assert.equal(features.days.length, 30);
    assert.equal(features.checked.at(-2), keywords.length);
    assert.deepEqual([features.checked.at(0), features.features[0].keywords.at(0)], [0, null]);
    for (const type of new Set(truth.map((item) => item.type).filter((name) => name !== 'organic')))
      assert.ok(
        features.features.some((one: { feature: string }) => one.feature === type),
        type,
      );
    const { body: series } = await api.get(`/api/rankings/series?project_id=${projectId}&domains=invoicenest.com,ledgerwise.app`);
    assert.deepEqual([series.rows.length, series.days.length, series.total], [keywords.length * 2, 30, keywords.length]);
    const values = Buffer.from(series.values, 'base64');
    for (const [row, { keyword: text, domain }] of (series.rows as { keyword: string; domain: string }[]).entries()) {
      const expected = trueRank(truthOf.get(text) ?? [], domain);
      assert.equal(values[row * 30 + 28], expected ?? 0, `${text} ${domain}`);
    }
    const { body: pages } = await api.get(`/api/rankings/pages?project_id=${projectId}`);
    const ranked = (await grid()).body.columns.position.filter((place: number | null) => place !== null).length;
    assert.deepEqual([pages.checked, pages.ranked], [keywords.length, ranked]);
    const listed = async (money: boolean) => (await api.get(`/api/rankings/pages?project_id=${projectId}&money_pages=${money}`)).body;
    const [earning, others] = [await listed(true), await listed(false)];
    assert.deepEqual([earning.pagination.total, others.pagination.total], [pages.money_pages, pages.other_pages]);
    assert.equal(pages.money_pages + pages.other_pages + pages.unknown_pages, pages.pagination.total);
    for (const page of pages.pages) {
      const { pathname } = new URL(page.page);
      if (pathname === '/') assert.deepEqual([page.target_page_type, page.is_money_page], ['homepage', true]);
      assert.ok(page.target_page_evidence.length > 0, page.page);
    }
    const known = await readChecks(app, projectId);
    for (const { keyword_list: list } of pages.pages)
      for (const one of list) assert.deepEqual(toReading(one), known.get(`${one.keyword_id} ${one.checked_at}`), one.keyword);
    const asked = `/api/rankings/series?project_id=${projectId}&keyword_ids=${pages.pages[0].keyword_list[0].keyword_id}`;
    const [{ body: paged }, { body: read }] = [await api.get(`${asked}&pages=true`), await api.get(`${asked}&readings=true`)];
    assert.deepEqual([paged.readings, read.pages], [null, null]);
    assert.ok(paged.pages.list.includes(pages.pages[0].page));
    const days = read.readings.filter((one: unknown) => one !== null);
    assert.ok(days.length > 0);
    for (const day of days) assert.deepEqual(toReading(day), known.get(`${read.rows[0].keyword_id} ${day.checked_at}`));
    assert.equal(
      pages.pages.reduce((sum: number, page: { keywords: number }) => sum + page.keywords, 0),
      ranked,
    );
  });

  await t.test('strangers see none of it, and wrong questions are refused', async () => {
    const stranger = await app.withKey({ scopes: ['read'], organization_id: 'org_grid_other' });
    const paths = ['grid', 'series', 'features', 'pages', 'summary'].map((name) => `/api/rankings/${name}?project_id=${projectId}`);
    for (const path of paths) {
      const answer = await stranger.get(path, { 'if-none-match': '*' });
      assert.equal(answer.status, 404, path);
    }
    const refuse = (path: string, names: readonly string[]) => ({
      because: path,
      method: 'get' as const,
      path: `/api/rankings/${path}`,
      names,
    });
    await assertAllRefused(api, [
      refuse('grid', ['project_id']),
      refuse(`grid?project_id=${projectId}&limit=20001&compare=month&competitors=3`, ['compare', 'limit', 'competitors']),
      refuse(`grid?project_id=${projectId}&from=2026-01-02&to=2026-01-01`, ['to']),
      refuse(`grid?project_id=${projectId}&from=2020-01-01`, ['from']),
      refuse(`series?project_id=${projectId}&limit=1001`, ['limit']),
      refuse(`pages?project_id=${projectId}&device=tablet`, ['device']),
      refuse(`features?project_id=${projectId}&group_by=year`, ['group_by']),
      refuse(`summary?project_id=${projectId}&group_by=tag,page`, ['group_by']),
    ]);
  });
});
