import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
import { assertTrueWeeks, countLinkCalls, moveTo, readHistory, readTruth, SUMMARY } from '../support/snapshot-run.ts';

const PATH = '/api/admin/referring-domains/summary';
const SITE = 'larchcompanion.com';
const UNKNOWN = 'nobody-has-this.com';
const NO_DELTAS = { backlinks_change: null, backlinks_change_pct: null, referring_domains_change: null, rank_change: null };

test('the weekly snapshot of a domain by hand', async (t) => {
  const app = await startTestApp(t);
  await moveTo(app, '2026-12-29T12:00:00Z');
  await refuseWrong(t, app);
  await fetchOnce(t, app);
  await compareWeeks(t, app);
  await countClassified(t, app);
  await describeUnknown(t, app);
  await failLoudly(t, app);
});

async function refuseWrong(t: TestContext, { api, withKey }: TestApp): Promise<void> {
  await t.test('wrong fields are named, unknown domains are 404, and a bound key is refused', async () => {
    const wrong = await api.get(`${PATH}-history?target=localhost&limit=53`);
    assert.equal(wrong.status, 400);
    assert.deepEqual(wrong.body.details.map(({ path }: { path: string }) => path).toSorted(), ['limit', 'target']);
    assert.equal((await api.post(PATH, { refresh: 'yes' })).body.details.length, 2);
    for (const path of [PATH, `${PATH}-history`]) {
      const { status, body } = await api.get(`${path}?target=${SITE}`);
      assert.deepEqual([status, body.error], [404, 'Domain not found']);
    }
    const bound = await withKey({ scopes: ['read', 'write', 'admin'], organization_id: 'org_other' });
    const refused = await Promise.all([
      bound.get(`${PATH}?target=${SITE}`),
      bound.get(`${PATH}-history?target=${SITE}`),
      bound.post(PATH, { target: SITE }),
    ]);
    assert.deepEqual(
      refused.map(({ status }) => status),
      [403, 403, 403],
    );
  });
}

async function fetchOnce(t: TestContext, app: TestApp): Promise<void> {
  const { api, stores } = app;
  await t.test('it is fetched and stored once a week, for a domain that was not known before', async () => {
    const planned = await api.post(PATH, { target: SITE, dry_run: true });
    assert.deepEqual([planned.body.estimate.calls, planned.body.estimate.cost_usd > 0], [1, true]);
    assert.equal((await stores.postgres.query('select from domains')).rowCount, 0, 'a dry run writes nothing');

    const { status, body, headers } = await api.post(PATH, { target: `https://WWW.${SITE.toUpperCase()}/about?x=1` });
    assert.deepEqual([status, body.success, body.target, body.year_week, body.inserted], [200, true, SITE, '202653', true]);
    assert.equal(body.cost, planned.body.estimate.cost_usd);
    assert.deepEqual([Number(headers.get('x-cost-usd')), headers.get('x-cache')], [body.cost, 'miss']);
    const truth = await readTruth(app, SITE, '2026-12-29');
    assert.deepEqual(
      [body.summary.backlinks, body.summary.referring_domains, body.summary.rank, body.summary.backlinks_count, body.summary.as_of],
      [truth.backlinks, truth.referring_domains, truth.rank, truth.backlinks, '2026-12-29'],
    );
    const { summary } = body;
    const types = summary.platform_types;
    assert.deepEqual(
      [summary.count_news, summary.count_blogs, summary.count_ecommerce, summary.count_forums],
      [types.news ?? 0, types.blogs ?? 0, types.ecommerce ?? 0, types['message-boards'] ?? 0],
    );
    assert.ok(summary.count_blogs > 0 && summary.spam_score >= 0 && summary.spam_score <= 100);
    assert.deepEqual([summary.count_social, summary.count_owned, summary.count_shared], [null, null, null]);
    const { rows } = await stores.postgres.query('select data_tier, onboard_status from domains where domain = $1', [SITE]);
    assert.deepEqual(rows, [{ dataTier: 'prospect', onboardStatus: 'pending' }]);

    const again = await api.post(PATH, { target: SITE });
    assert.deepEqual([again.body.inserted, again.body.cost, again.body.summary], [false, 0, summary]);
    assert.deepEqual((await api.post(PATH, { target: SITE, dry_run: true })).body.estimate.calls, 0);
    assert.equal((await countLinkCalls(app)).summary, 1);
    const { body: costs } = await api.get('/api/admin/costs/recent');
    assert.deepEqual(
      costs.costs.map((cost: any) => [cost.service, cost.cost_usd]),
      [['provider_summary', body.cost]],
    );
  });

  await t.test('five at once store one, and one is paid for', async () => {
    const before = await countLinkCalls(app);
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.post(PATH, { target: 'mapledigest.com' })));
    assert.equal(answers.filter(({ body }) => body.inserted).length, 1);
    assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body.summary))).size, 1);
    assert.equal((await countLinkCalls(app)).summary, before.summary + 1);
    assert.equal(answers.filter(({ body }) => body.cost > 0).length, 1);
  });

  await t.test('the first week has nothing to be compared with', async () => {
    const { body } = await api.get(`${PATH}?target=${SITE}`);
    assert.deepEqual([body.current_week, body.summary.prev_period_year_week, body.deltas], ['202653', null, NO_DELTAS]);
  });
}

async function compareWeeks(t: TestContext, app: TestApp): Promise<void> {
  const { api } = app;
  await t.test('the next ones are compared with the newest before, over New Year and over weeks without a summary', async () => {
    for (const day of ['2027-01-05', '2027-01-26']) {
      await moveTo(app, `${day}T12:00:00Z`);
      const before = await api.get(`${PATH}?target=${SITE}`);
      assert.notEqual(before.body.summary.year_week, before.body.current_week, 'what is shown is older than the week');
      assert.equal((await api.post(PATH, { target: SITE })).body.inserted, true);
    }
    const weeks = await readHistory(app, SITE);
    assert.deepEqual(
      weeks.map((week) => [week.year_week, week.prev_period_year_week]),
      [
        ['202704', '202701'],
        ['202701', '202653'],
        ['202653', null],
      ],
    );
    await assertTrueWeeks(app, SITE, weeks);
    const { body } = await api.get(`${PATH}?target=${SITE}`);
    const { deltas, ...week } = weeks[0];
    assert.deepEqual([body.current_week, body.summary, body.deltas], ['202704', week, deltas]);
    const pct = Number(((100 * deltas.backlinks_change) / week.prev_period_backlinks).toFixed(2));
    assert.equal(deltas.backlinks_change_pct, pct);
    const page = await api.get(`${PATH}-history?target=${SITE}&limit=1&offset=1`);
    assert.deepEqual([page.body.snapshots[0], page.body.pagination], [weeks[1], { limit: 1, offset: 1, has_more: true, total: 3 }]);
  });
}

async function countClassified(t: TestContext, app: TestApp): Promise<void> {
  await t.test("what our classifier says of the links that were read stands beside the provider's counts, with its coverage", async () => {
    await app.stores.postgres.query(
      `insert into referring_domains (domain_id, referring_domain, backlinks_count, domain_type, media_type, last_classified_at, our_first_seen, our_last_seen, our_lost_at)
       select id, host, links, type, media, case when type is not null then now() end, now(), now(), lost::timestamptz from domains, (values
         ('a.com', 5, 'social', 'shared', null), ('b.com', 7, 'publisher', 'earned', null), ('c.com', 2, 'social', 'shared', null),
         ('d.com', 9, 'social', 'shared', '2026-01-01'), ('e.com', 100, null, null, null)) as known (host, links, type, media, lost)
       where domain = $1`,
      [SITE],
    );
    const plain = await app.api.post(PATH, { target: SITE });
    assert.deepEqual([plain.body.inserted, plain.body.summary.classified], [false, null], 'no link was read when it was taken');
    const { body } = await app.api.post(PATH, { target: SITE, refresh: true });
    const { summary } = body;
    assert.deepEqual([body.inserted, body.cost > 0, summary.year_week, summary.prev_period_year_week], [true, true, '202704', '202701']);
    const { classified, platform_types: types } = summary;
    assert.deepEqual(
      [classified.count_social, classified.count_shared, classified.count_earned, classified.count_owned, classified.count_paid],
      [7, 7, 7, 0, 0],
    );
    assert.deepEqual(
      [classified.links_read, classified.links_classified, classified.links_total, classified.domains_read, classified.domains_classified],
      [114, 14, summary.backlinks, 4, 3],
    );
    assert.deepEqual(
      [summary.count_social, summary.count_reasons.count_social, summary.count_news],
      [null, 'no_such_kind', types.news ?? 0],
    );
    assert.equal((await readHistory(app, SITE)).length, 3);
  });
}

async function describeUnknown(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a domain that the provider does not know has no figures, and is paid for once a week', async () => {
    const { body } = await app.api.post(PATH, { target: UNKNOWN });
    assert.deepEqual([body.inserted, body.summary, body.cost > 0], [true, null, true]);
    assert.match(body.message, /does not know/u);
    const again = await app.api.post(PATH, { target: UNKNOWN });
    assert.deepEqual([again.body.inserted, again.body.summary, again.body.cost], [false, null, 0]);
    const read = await app.api.get(`${PATH}?target=${UNKNOWN}`);
    assert.deepEqual([read.status, read.body.current_week, read.body.summary, read.body.deltas], [200, '202704', null, NO_DELTAS]);
    assert.deepEqual(await readHistory(app, UNKNOWN), []);
  });
}

async function failLoudly(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a call that fails is an error and leaves nothing; a budget without room makes no call', async () => {
    const target = 'mapledigest.com';
    await moveTo(app, '2027-02-03T12:00:00Z');
    await app.sandbox.post('/_sandbox/faults', { match: SUMMARY, kind: 'empty' });
    assert.equal((await app.api.post(PATH, { target })).status, 502);
    await app.sandbox.post('/_sandbox/faults', {});
    assert.equal((await readHistory(app, target)).length, 1);
    const { summary: calls } = await countLinkCalls(app);
    await app.api.put('/api/admin/config', { budgets: { daily_usd: 0 } });
    const refused = await app.api.post(PATH, { target });
    assert.deepEqual([refused.status, refused.body.error], [402, 'Budget exceeded']);
    assert.equal((await countLinkCalls(app)).summary, calls);
  });
}
