import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { advanceDay, countCalls, getTruth, makeProject, waitForPending, type TruthItem } from '../support/rankings-api.ts';

const KEYWORDS = 30;

/** The best place of a site among the advertisements of a page, and of the same one among everything on it. */
function trueAd(items: readonly TruthItem[], domain: string): readonly [number | null, number | null] {
  const own = items.filter((item) => item.type === 'paid' && (item.domain === domain || item.domain?.endsWith(`.${domain}`) === true));
  const [best] = own.toSorted((one, other) => one.rank_absolute - other.rank_absolute);
  return [best?.rank_group ?? null, best?.rank_absolute ?? null];
}

test('places among advertisements', async (t) => {
  const app = await startTestApp(t, { environment: { KEYWORD_ENRICHMENT: 'off' } });
  const { api, sandbox } = app;
  const { context } = app.app;
  const world = (await sandbox.get('/_sandbox/world')).body.keywords as { keyword: string; location_code: number; language_code: string }[];
  const keywords = world
    .filter((one) => one.location_code === 2840 && one.language_code === 'en')
    .slice(0, KEYWORDS)
    .map(({ keyword }) => keyword);
  const readTruths = async () =>
    new Map(await Promise.all(keywords.map(async (keyword) => [keyword, await getTruth(app, keyword)] as const)));
  const first = await readTruths();
  const advertisers = [...first.values()].flatMap((items) => items.filter(({ type }) => type === 'paid').map(({ domain }) => domain ?? ''));
  const sites = [...new Set(advertisers.map((domain) => domain.replace(/^www\./u, '')))].slice(0, 3);
  assert.equal(sites.length, 3, 'the world advertises');
  const projectId = await makeProject(api, sites, 'org_paid');
  const entries = keywords.map((keyword) => ({ project_id: projectId, keyword_text: keyword }));
  const check = async (): Promise<void> => {
    const { body } = await api.post('/api/rankings/track', { force: true, keywords: entries });
    await waitForPending(app, body.results);
    await context.outbox.flush();
  };
  const list = async (query: string): Promise<any[]> =>
    (await api.get(`/api/rankings?project_id=${projectId}&limit=200&${query}`)).body.rankings;
  const set = async (wanted: boolean | null): Promise<any> =>
    (await api.put(`/api/projects/${projectId}`, { settings: { paid_positions: wanted } })).body.project;
  const listTypes = async (query = ''): Promise<string[]> => {
    const { body } = await api.get(`/api/subscriptions?project_id=${projectId}&limit=500${query}`);
    return body.subscriptions.filter(({ keyword_id: id }: any) => id === null).map((one: any) => one.subscription_type);
  };

  await t.test('are not followed unless a project wants them', async () => {
    await api.post('/api/keywords/track', { keywords: entries.map((entry) => ({ ...entry, check_interval: 'manual' })) });
    await check();
    assert.deepEqual([await list('channel=paid'), await listTypes()], [[], []]);
    const others = await list('channel=paid&relationship=OTHER');
    assert.ok(
      others.length > 0 && others.every(({ channel, domain }) => channel === 'paid' && !sites.includes(domain.replace(/^www\./u, ''))),
    );
  });

  await t.test('come with its next checks at no price of their own, as the world has them, beside its organic places', async () => {
    assert.equal((await set(true)).settings.paid_positions, true);
    assert.deepEqual(await listTypes(), ['serp_paid']);
    const calls = await countCalls(app);
    await advanceDay(app);
    await check();
    assert.equal((await countCalls(app)) - calls, keywords.length, 'one page a keyword');
    const truths = await readTruths();
    const rows = await list('channel=paid');
    assert.ok(rows.length > 0);
    for (const row of rows)
      assert.deepEqual(
        [row.status, row.position, row.rank_absolute],
        ['ranked', ...trueAd(truths.get(row.keyword) ?? [], row.domain)],
        row.keyword,
      );
    const expected = keywords.flatMap((keyword) => sites.filter((site) => trueAd(truths.get(keyword) ?? [], site)[0] !== null));
    assert.equal(rows.length, expected.length);
    for (const { domain, relationship } of rows) assert.equal(relationship, domain === sites[0] ? 'MINE' : 'COMPETITOR');
    for (const row of await list('channel=seo')) assert.equal(row.channel, 'SEO');
    const { body: summary } = await api.get(`/api/rankings/summary?project_id=${projectId}&channel=paid`);
    const own = rows.filter(({ domain }) => domain === sites[0]);
    assert.deepEqual([summary.channel, summary.days.at(-1)?.ranked ?? 0], ['paid', own.length]);
  });

  await t.test('get their past from the results that were kept', async () => {
    const before = await list('channel=paid&start_date=2020-01-01');
    const { body } = await api.post('/api/rankings/rematch', { project_id: projectId });
    await context.workflows.waitFor(body.workflow_id, PATIENCE_MS);
    await context.outbox.flush();
    const known = await list('channel=paid&start_date=2020-01-01');
    const days = [...new Set(known.map(({ check_date: day }) => day as string))].toSorted();
    assert.ok(known.length > before.length && days.length === 2, `${before.length} and ${known.length} rows, ${days.join(' ')}`);
    for (const row of known.filter(({ check_date: day }) => day === days[0]))
      assert.deepEqual([row.position, row.rank_absolute], trueAd(first.get(row.keyword) ?? [], row.domain), row.keyword);
  });

  await t.test('go with their keyword, and with the wish', async () => {
    const [row] = await list('channel=paid');
    await api.post('/api/keywords/untrack', { project_id: projectId, keyword_ids: [row.keyword_id] });
    assert.deepEqual(await list(`channel=paid&keyword_id=${row.keyword_id}`), []);
    assert.ok((await list('channel=paid')).length > 0);
    await set(null);
    assert.deepEqual([await listTypes(), await listTypes('&status=all')], [[], ['serp_paid']]);
    await check();
    assert.deepEqual(await list('channel=paid'), []);
    assert.ok((await list('channel=paid&start_date=2020-01-01')).length > 0, 'the past stays');
    await set(true);
    await set(true);
    assert.deepEqual(await listTypes('&status=all'), ['serp_paid'], 'it is taken up again');
  });
});
