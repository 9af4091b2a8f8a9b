import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toKeywordId } from '#areas/keywords/index.ts';
import { newId } from '#kernel/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { getTruth, makeProject, track, type TruthItem } from '../support/rankings-api.ts';

const DAY_MS = 86_400_000;

interface Found {
  readonly url: string;
  readonly place: number;
}

interface Row {
  readonly keyword: string;
  readonly site: string;
  readonly other_sites: readonly string[];
  readonly severity: string;
  readonly checks: number;
  readonly switches: number;
  readonly together: number;
  readonly pages: readonly { readonly url: string; readonly led: number; readonly checks: number; readonly best_position: number }[];
}

/** A check of each day, the newest last, with the own results that it found. */
async function record(app: TestApp, projectId: string, keyword: string, days: readonly (readonly Found[])[]): Promise<void> {
  const { clickhouse } = app.stores;
  const now = app.app.context.clock.now().getTime();
  const history: object[] = [];
  const results: object[] = [];
  days.forEach((found, at) => {
    const [day = '', time = ''] = new Date(now - (days.length - 1 - at) * DAY_MS).toISOString().split('T');
    const of = {
      run_id: newId('run_'),
      keyword_id: toKeywordId({ keywordText: keyword, locationCode: 2840, languageCode: 'en', device: 'desktop' }),
      keyword,
      engine: 'engine_a',
      device: 'desktop',
      location_code: 2840,
      language_code: 'en',
    };
    const ts = `${day} ${time.slice(0, 8)}`;
    history.push({
      ...of,
      project_id: projectId,
      channel: 'seo',
      relationship: 'MINE',
      status: 'ranked',
      domain: 'mine.com',
      check_date: day,
      check_ts: ts,
    });
    const others = [{ url: 'https://rival.org/', place: 1 }];
    for (const { url, place } of [...found, ...others])
      results.push({
        ...of,
        kind: 'organic',
        type: 'organic',
        run_date: day,
        tracked_at: ts,
        rank_absolute: place,
        rank_group: place,
        url,
        domain: new URL(url).hostname,
      });
  });
  await clickhouse.insertLines('ranking_history', history.map((row) => JSON.stringify(row)).join('\n'), newId('item_'));
  await clickhouse.insertLines('serp_runs', results.map((row) => JSON.stringify(row)).join('\n'), newId('item_'));
}

/** Whether it is an organic result of the site or of a host below it. */
function isOf({ type, domain }: TruthItem, site: string): boolean {
  return type === 'organic' && (domain === site || domain?.endsWith(`.${site}`) === true);
}

const A = 'https://mine.com/a';
const B = 'https://www.mine.com/b';

test('own pages that rank for the same keyword', async (t) => {
  const app = await startTestApp(t);
  const { api } = app;
  const list = async (query: string): Promise<{ keywords: Row[]; total: number; from: string }> => {
    const { status, body } = await api.get(`/api/keywords/cannibalization?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };

  await t.test('in turn and at once, the worst first, with the pages of each', async () => {
    const projectId = await makeProject(api, ['mine.com'], 'org_turns');
    const [a, b] = [
      { url: A, place: 5 },
      { url: B, place: 7 },
    ];
    await record(app, projectId, 'often', [[a], [b], [a], [b], [a]]);
    await record(app, projectId, 'came back', [[a], [a], [a], [b], [a], [a], [a], [a], [a], [a]]);
    await record(app, projectId, 'at once', [[a, b], [a, b], [a]]);
    await record(app, projectId, 'once at once', [[a, b], [a], [a]]);
    await record(app, projectId, 'replaced', [[a], [a], [b], [b]]);
    await record(app, projectId, 'alone', [[a], [a]]);
    const { keywords, total } = await list(`project_id=${projectId}`);
    const told = keywords.map(({ keyword, severity, checks, switches, together }) => [keyword, severity, checks, switches, together]);
    assert.deepEqual(told, [
      ['often', 'high', 5, 4, 0],
      ['came back', 'medium', 10, 2, 0],
      ['at once', 'medium', 3, 0, 2],
      ['once at once', 'low', 3, 0, 1],
    ]);
    assert.equal(total, 4);
    const pages = keywords[0]?.pages.map(({ url, led, checks, best_position: best }) => [url, led, checks, best]);
    assert.deepEqual(pages, [
      [A, 3, 3, 5],
      [B, 2, 2, 7],
    ]);
    const page = await list(`project_id=${projectId}&severity=medium&limit=1&offset=1`);
    assert.deepEqual([page.total, page.keywords.map(({ keyword }) => keyword)], [3, ['came back']]);
    const short = await list(`project_id=${projectId}&days=2`);
    assert.deepEqual(
      short.keywords.map(({ keyword, checks }) => [keyword, checks]),
      [['at once', 2]],
    );
  });

  await t.test('own websites stand alone: two of them that rank for a keyword overlap, and do not compete', async () => {
    const projectId = await makeProject(api, [], 'org_sites');
    for (const value of ['mine.com', 'second.org', 'shop.mine.com']) {
      const asset = { project_id: projectId, type: 'website', value, name: value, role: 'primary', skip_onboarding: true };
      assert.equal((await api.post('/api/assets', asset)).status, 201);
    }
    const [a, b] = [
      { url: A, place: 5 },
      { url: B, place: 6 },
    ];
    const [other, shop] = [
      { url: 'https://www.second.org/', place: 7 },
      { url: 'https://shop.mine.com/', place: 8 },
    ];
    await record(app, projectId, 'an overlap', [[a, other, shop], [other, a], [shop]]);
    await record(app, projectId, 'both', [
      [a, b, other],
      [a, other, shop],
    ]);
    await record(app, projectId, 'in turn with oneself', [[other, a], [a], [{ ...other, url: 'https://second.org/b' }], [other], [a]]);
    const { keywords, total } = await list(`project_id=${projectId}`);
    assert.deepEqual(
      keywords.map(({ keyword, site, other_sites: others, pages }) => [keyword, site, others, pages.map(({ url }) => url)]),
      [
        ['in turn with oneself', 'second.org', ['mine.com'], ['https://www.second.org/', 'https://second.org/b']],
        ['both', 'mine.com', ['second.org', 'shop.mine.com'], [A, B]],
      ],
    );
    assert.equal(total, 2);
  });

  await t.test('what checks have read is what the sandbox shows', async () => {
    const { body: world } = await app.sandbox.get('/_sandbox/world');
    const keywords: string[] = world.keywords.flatMap((one: { keyword: string; location_code: number }) =>
      one.location_code === 2840 ? one.keyword : [],
    );
    const truth = new Map(await Promise.all(keywords.map(async (keyword) => [keyword, await getTruth(app, keyword)] as const)));
    const urlsOf = (keyword: string, site: string): (string | null)[] =>
      (truth.get(keyword) ?? []).filter((item) => item.rank_absolute <= 100 && isOf(item, site)).map(({ url }) => url);
    const listTwice = (site: string): string[] => keywords.filter((keyword) => urlsOf(keyword, site).length > 1);
    const sites: string[] = world.sites.map(({ domain }: { domain: string }) => domain);
    const own = sites.toSorted((one, other) => listTwice(other).length - listTwice(one).length)[0] ?? '';
    const projectId = await makeProject(api, [own], 'org_truth');
    await track(app, projectId, keywords);
    await app.app.context.outbox.flush();
    const found = await list(`project_id=${projectId}`);
    const expected = listTwice(own);
    assert.ok(expected.length > 0, 'the sandbox has such a site');
    assert.deepEqual(found.keywords.map(({ keyword }) => keyword).toSorted(), expected.toSorted());
    for (const { keyword, pages, together } of found.keywords) {
      assert.equal(together, 1);
      assert.deepEqual(new Set(pages.map(({ url }) => url)), new Set(urlsOf(keyword, own)));
    }
  });

  await t.test('a foreign project is not found, and bad values are refused', async () => {
    const theirs = await app.withKey({ organization_id: 'org_theirs' });
    const projectId = await makeProject(api, ['ours.com'], 'org_ours');
    assert.equal((await theirs.get(`/api/keywords/cannibalization?project_id=${projectId}`)).status, 404);
    assert.deepEqual((await list(`project_id=${projectId}`)).keywords, []);
    for (const query of ['', `project_id=${projectId}&days=1`, `project_id=${projectId}&severity=huge`])
      assert.equal((await api.get(`/api/keywords/cannibalization?${query}`)).status, 400, query);
  });
});
