import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { toFirstDay, toLastDay } from '#kernel/weeks.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { makeProject } from '../support/rankings-api.ts';
import { countLinkCalls, moveTo, readHistory, readTruth, takeSnapshots } from '../support/snapshot-run.ts';
import { waitUntil } from '../support/wait-until.ts';

const SITE = 'larchcompanion.com';
const CHANGES = '/v3/backlinks/timeseries_new_lost_summary/live';
const LINKS = '/v3/backlinks/backlinks/live';
const KINDS = ['news', 'blogs', 'ecommerce', 'forums', 'social', 'owned', 'earned', 'paid', 'shared'];
const NO_COUNTS = { new_domains: null, lost_domains: null, new_backlinks: null, lost_backlinks: null };

test('what came and went of the links to a domain, from its onboarding on', async (t) => {
  const app = await startTestApp(t);
  await moveTo(app, '2026-11-25T12:00:00Z');
  await onboardWithPast(t, app);
  await lookEachMonday(t, app);
  await keepTheBasis(t, app);
  await sayWhatWasRefused(t, app);
  await sayWhatFailed(t, app);
});

async function readChanges({ api }: TestApp, query = ''): Promise<any> {
  const { status, body } = await api.get(`/api/domains/${SITE}/backlinks/changes${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  const { body: same } = await api.get(`/api/admin/referring-domains/changes?target=${SITE}${query.replace('?', '&')}`);
  assert.deepEqual([same.counts, same.look, same.listed], [body.counts, body.look, body.listed], 'both addresses say the same');
  return body;
}

/** What the sandbox knows of the days from one to another, both included. */
async function readTrueChanges({ sandbox }: TestApp, since: string, date: string) {
  const { body } = await sandbox.get(`/_sandbox/truth/domain?domain=${SITE}&date=${date}&since=${since}`);
  const { new_backlinks, lost_backlinks, new_referring_domains, lost_referring_domains } = body;
  return { new_backlinks, lost_backlinks, new_referring_domains, lost_referring_domains };
}

/** Every week that says that it was looked at says the truth, and the others say nothing. */
async function assertTrueChanges(app: TestApp, looked: readonly string[]): Promise<void> {
  const weeks = await readHistory(app, SITE);
  for (const { year_week: week, changes } of weeks) {
    const { status, ...counts } = changes;
    assert.equal(status === 'looked', looked.includes(week), `${week}: ${status}`);
    if (status !== 'looked') {
      assert.deepEqual(new Set(Object.values(counts)), new Set([null]), week);
      continue;
    }
    const [first, last] = [toFirstDay(week), toLastDay(week)];
    assert.deepEqual(counts, await readTrueChanges(app, first, last), week);
    const before = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10);
    const [then, now] = await Promise.all([readTruth(app, SITE, before), readTruth(app, SITE, last)]);
    assert.equal(counts.new_backlinks - counts.lost_backlinks, now.backlinks - then.backlinks, `${week}: links`);
    assert.equal(counts.new_referring_domains - counts.lost_referring_domains, now.referring_domains - then.referring_domains, week);
  }
}

async function onboardWithPast(t: TestContext, app: TestApp): Promise<void> {
  const { api, app: service } = app;
  await t.test('an onboarding costs what its estimate says, and brings 52 weeks of the past', async () => {
    const projectId = await makeProject(api, []);
    const order = { domain: SITE, project_id: projectId, skip_keywords: true };
    const { body: planned } = await api.post('/api/admin/domains/onboard', { ...order, dry_run: true });
    const begun = await api.post('/api/admin/domains/onboard', order);
    const end = await service.context.workflows.waitFor<any>(begun.body.workflow_id, PATIENCE_MS);
    assert.deepEqual([end?.output.cost_usd, end?.output.parts.history.cost_usd], [planned.estimate.cost_usd, 0.02156]);
    const weeks = await readHistory(app, SITE);
    assert.deepEqual([weeks.length, weeks[0].source, weeks[1].source], [52, 'summary', 'history']);
    const { body: newest } = await api.get(`/api/domains/${SITE}/backlinks`);
    assert.ok(newest.deltas.backlinks_change !== null && newest.deltas.rank_change !== null, 'deltas are there on the first day');
    const { body: status } = await api.get(`/api/admin/domains/status?domain=${SITE}`);
    assert.deepEqual(status.missing, ['keywords']);
  });

  await t.test('what was not looked for is not zero', async () => {
    const { counts, look } = await readChanges(app);
    assert.deepEqual(counts, NO_COUNTS);
    assert.deepEqual([look.status, look.from, look.until, look.last_attempt_at], ['not_looked', null, null, null]);
    await assertTrueChanges(app, []);
  });
}

async function lookEachMonday(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the weekly run buys no past again, looks for new and lost links, and costs at most what its job says', async () => {
    await moveTo(app, '2026-11-30T04:00:00Z');
    const before = await countLinkCalls(app);
    const { body: planned } = await app.api.post('/api/jobs/job_backlink_snapshots/run', { dry_run: true });
    const run = await takeSnapshots(app);
    assert.deepEqual([run.domains, run.inserted, run.weeks_filled, run.looked], [1, 1, 0, 1]);
    assert.deepEqual(await countLinkCalls(app), { summary: before.summary + 1, history: before.history });
    assert.ok(
      run.cost_usd <= planned.estimate.cost_usd && planned.estimate.cost_usd < 0.1,
      `${run.cost_usd}, ${planned.estimate.cost_usd}`,
    );
    assert.equal((await takeSnapshots(app)).domains, 0, 'once a week');
  });

  await t.test('counts are of the whole profile, and lists name what came and went', async () => {
    const { counts, look, listed, ...lists } = await readChanges(app, '?since=2026-11-02&limit=1000');
    const truth = await readTrueChanges(app, '2026-11-02', '2026-11-30');
    assert.deepEqual(
      [counts.new_backlinks, counts.lost_backlinks, counts.new_domains, counts.lost_domains],
      [truth.new_backlinks, truth.lost_backlinks, truth.new_referring_domains, truth.lost_referring_domains],
    );
    assert.ok(counts.new_backlinks > 0 && counts.lost_domains > 0, 'the world changes');
    assert.deepEqual(
      [look.status, look.from, look.until?.slice(0, 10), look.last_outcome],
      ['looked', '2026-11-02', '2026-11-30', 'looked'],
    );
    assert.ok(lists.lost_domains.length > 0 && lists.new_backlinks.length > 0);
    assert.equal(listed.lost_domains, lists.lost_domains.length);
    assert.ok(lists.lost_domains.every((row: any) => row.date.slice(0, 10) >= '2026-10-19' && row.status === 'lost'));
    const wider = await readChanges(app, '?since=2026-01-01');
    assert.deepEqual([wider.look.status, wider.look.from], ['partly_looked', '2026-10-26'], 'not looked that far back');
    await assertTrueChanges(app, ['202644', '202645', '202646', '202647', '202648']);
  });

  await t.test('week after week', async () => {
    for (const day of ['2026-12-07', '2026-12-14']) {
      await moveTo(app, `${day}T04:00:00Z`);
      assert.equal((await takeSnapshots(app)).looked, 1);
    }
    await assertTrueChanges(app, ['202644', '202645', '202646', '202647', '202648', '202649', '202650']);
  });
}

async function keepTheBasis(t: TestContext, app: TestApp): Promise<void> {
  const { api } = app;
  await t.test("counts by kind stay the provider's while more links are read and classified", async () => {
    const counted = (weeks: any[]): unknown[] => weeks.map((week) => KINDS.map((kind) => week[`count_${kind}`]));
    const isClassified = async (domains: number): Promise<boolean> => {
      const [week] = await readHistory(app, SITE);
      return week.classified?.domains_classified >= domains;
    };
    const before = await readHistory(app, SITE);
    const { body: fetched } = await api.post('/api/admin/referring-domains/fetch', { target: SITE, limit: 1_000 });
    assert.ok(fetched.stored > 200);
    await waitUntil(() => isClassified(fetched.stored), 'more domains to be classified');
    const after = await readHistory(app, SITE);
    assert.deepEqual(counted(after), counted(before));

    const asked = after.filter(({ source }) => source === 'summary');
    assert.equal(asked.length, 4);
    for (const { platform_types: types, ...week } of asked) {
      const provider = [types.news ?? 0, types.blogs ?? 0, types.ecommerce ?? 0, types['message-boards'] ?? 0];
      assert.deepEqual([week.count_news, week.count_blogs, week.count_ecommerce, week.count_forums], provider, week.year_week);
      const reasons = ['social', 'owned', 'earned', 'paid', 'shared'].map((kind) => [`count_${kind}`, 'no_such_kind']);
      assert.deepEqual(week.count_reasons, Object.fromEntries(reasons));
      for (const [field] of reasons) assert.equal(week[field ?? ''], null);
    }
    const past = after.find(({ source }) => source === 'history');
    assert.deepEqual([past.count_news, past.count_reasons.count_news, past.classified], [null, 'not_in_history', null]);

    const [{ classified, backlinks, referring_domains: domains }] = after;
    assert.deepEqual([classified.links_total, classified.domains_total], [backlinks, domains]);
    assert.ok(classified.links_classified <= classified.links_read && classified.domains_classified <= classified.domains_read);
    assert.ok(classified.count_earned > 0 && classified.links_share_pct > 0);
    const media = ['owned', 'earned', 'paid', 'shared'].reduce((sum, kind) => sum + classified[`count_${kind}`], 0);
    assert.ok(media <= classified.links_classified);
  });
}

async function sayWhatWasRefused(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a look that a budget refused is said, and its days come with the next look', async () => {
    await moveTo(app, '2026-12-21T04:00:00Z');
    await app.api.put('/api/admin/config', { budgets: { daily_usd: 0 } });
    assert.equal((await takeSnapshots(app)).reason, 'budget_exceeded');
    const refused = await readChanges(app, '?since=2026-12-15');
    assert.deepEqual([refused.counts, refused.look.status, refused.look.last_outcome], [NO_COUNTS, 'not_looked', 'over_budget']);
    assert.match(refused.look.last_message, /daily budget of the whole service is \$0\.00/u);
    const partly = await readChanges(app, '?since=2026-12-10');
    assert.deepEqual([partly.look.status, partly.look.until.slice(0, 10)], ['partly_looked', '2026-12-14']);
    assert.deepEqual(partly.counts.new_backlinks, (await readTrueChanges(app, '2026-12-10', '2026-12-14')).new_backlinks);

    await app.api.put('/api/admin/config', { budgets: { daily_usd: null } });
    assert.equal((await takeSnapshots(app)).looked, 1);
    assert.equal((await readChanges(app)).look.status, 'looked');
    await assertTrueChanges(app, ['202644', '202645', '202646', '202647', '202648', '202649', '202650', '202651']);
  });
}

async function sayWhatFailed(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a look that failed, whole or in part, is said, and its days come with the next look', async () => {
    for (const [day, match] of [
      ['2026-12-28', CHANGES],
      ['2027-01-04', LINKS],
    ] as const) {
      await moveTo(app, `${day}T04:00:00Z`);
      await app.sandbox.post('/_sandbox/faults', { match, kind: 'provider_40501' });
      const run = await takeSnapshots(app);
      assert.deepEqual([run.failed, run.looked], [1, 0]);
      const { look } = await readChanges(app);
      assert.deepEqual([look.status, look.last_outcome, look.until.slice(0, 10)], ['partly_looked', 'failed', '2026-12-21']);
      assert.match(look.last_message, /40501/u);
      await app.sandbox.post('/_sandbox/faults', {});
    }
    assert.equal((await takeSnapshots(app)).looked, 1);
    await assertTrueChanges(app, ['202644', '202645', '202646', '202647', '202648', '202649', '202650', '202651', '202652', '202653']);
  });
}
