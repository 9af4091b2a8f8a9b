import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BACKLINKS_PATH,
  HISTORY_PATH,
  KEYWORDS_PATH,
  openOnboarding,
  REFERRING_PATH,
  SITES,
  SUMMARY_PATH,
  UNKNOWN_SITE,
} from '../support/onboarding.ts';
import { waitUntil } from '../support/wait-until.ts';

const DEFAULTS = { backlinks: 100, referring_domains: 100, keywords: 500 };

test('onboarding in the whole service', async (t) => {
  const world = await openOnboarding(t);
  const { context } = world.app;
  const countOf = async (table: string, domain: string): Promise<number> => {
    const [row] = await world.rows(
      `select count(*)::integer as count from ${table} where domain_id = (select id from domains where domain = $1)`,
      [domain],
    );
    return row?.['count'];
  };
  const recordOf = async (domain: string) => (await world.rows('select * from domains where domain = $1', [domain]))[0] ?? {};

  await t.test('fetches the defaults of a domain, and what it has is what the provider knows', async () => {
    const [domain] = SITES;
    const { estimate } = (await world.api.post('/api/admin/domains/onboard', { domain, dry_run: true })).body;
    const output = await world.onboard(`https://www.${domain}/path`);
    const { backlinks, referring_domains, keywords, summary } = output.parts;
    const truth = await world.truth(domain);
    assert.deepEqual([output.domain, output.onboard_status], [domain, 'complete']);
    assert.deepEqual(
      [backlinks, referring_domains, summary].map(({ status, rows, total, is_whole }) => [status, rows, total, is_whole]),
      [
        ['complete', DEFAULTS.backlinks, truth.backlinks, false],
        ['complete', DEFAULTS.referring_domains, truth.referring_domains, false],
        ['complete', 1, 1, true],
      ],
    );
    assert.equal(output.summary?.backlinks, truth.backlinks);
    assert.equal(output.summary?.referring_domains, truth.referring_domains);
    assert.ok((keywords.rows ?? 0) > 0 && keywords.rows === keywords.total && keywords.is_whole);

    assert.equal(await countOf('backlinks', domain), DEFAULTS.backlinks);
    assert.equal(await countOf('referring_domains', domain), DEFAULTS.referring_domains);
    assert.ok((await countOf('domain_keywords', domain)) > 0);
    const [week] = await world.rows(
      'select year_week, backlinks_count, referring_domains_count from domain_summaries order by year_week desc',
    );
    assert.deepEqual(week, {
      yearWeek: output.year_week,
      backlinksCount: truth.backlinks,
      referringDomainsCount: truth.referring_domains,
    });
    const record = await recordOf(domain);
    assert.deepEqual([record['onboardStatus'], record['onboardError'], record['dataTier']], ['complete', null, 'prospect']);
    assert.ok(record['onboardCompletedAt'] >= record['onboardStartedAt']);
    assert.deepEqual([estimate.calls, (await world.calls(domain)).length], [5, 5]);
    assert.ok(estimate.cost_usd >= output.cost_usd && output.cost_usd > 0);
  });

  await t.test('runs the steps in their order, the lists at the same time', async () => {
    const { workflow_id: id } = await world.onboard(SITES[0]);
    const steps = await context.workflows.listSteps(id ?? '');
    const names =
      'initialize fetchBacklinks fetchReferringDomains fetchKeywords fetchSummary fetchHistory storeResults discoverProperties finalize';
    assert.equal(steps.map(({ name }) => name).join(' '), names);
    const [, ...lists] = steps.slice(0, 4);
    const begun = lists.map(({ startedAt }) => startedAt?.getTime() ?? 0);
    assert.ok(Math.max(...begun) <= Math.min(...lists.map(({ completedAt }) => completedAt?.getTime() ?? 0)));
  });

  await t.test('queues its referring pages and keywords for classification, once', async () => {
    const sent = async (kind: string) =>
      await world.rows(`select i.inputs from dbos.workflow_status w join dbos.workflow_input i using (workflow_uuid) where w.name = $1`, [
        kind,
      ]);
    const payloadsOf = async (kind: string) => (await sent(kind)).map((row) => JSON.parse(row['inputs'])[0]);
    const ids = (await payloadsOf('url-classify')).flatMap((payload): number[] => payload.url_ids);
    const known = await world.rows('select id from urls order by id');
    assert.deepEqual(
      ids.toSorted((a, b) => a - b),
      known.map((row) => row['id']),
    );
    const keywords = await payloadsOf('keyword-classify');
    assert.ok(keywords.every((payload) => payload.keywords.length <= 100));
    const texts = await world.rows('select distinct keyword from domain_keywords order by keyword');
    const queued = keywords.flatMap((payload): string[] => payload.keywords);
    assert.deepEqual([queued.length, new Set(queued)], [texts.length, new Set(texts.map((row) => row['keyword']))]);
    const linking = await world.rows('select referring_domain as name from referring_domains order by referring_domain');
    const asked = (await payloadsOf('referring-domain-classify')).flatMap((payload): string[] => payload.referring_domains);
    assert.deepEqual([asked.length, new Set(asked)], [linking.length, new Set(linking.map((row) => row['name']))]);
    // One that is still under way would classify them again after they are said to be without.
    const listOpen = () =>
      world.rows(
        `select 1 from dbos.workflow_status where name = 'referring-domain-classify' and status in ('ENQUEUED', 'DELAYED', 'PENDING')`,
      );
    await waitUntil(async () => (await listOpen()).length === 0, 'the classifications to end');
    // What was drained, or failed for good, is still without a classification.
    await world.rows('update referring_domains set last_classified_at = null');
    await world.onboard(SITES[0], { force: true });
    assert.equal((await payloadsOf('url-classify')).flatMap((payload) => payload.url_ids).length, ids.length);
    const askedAgain = (await payloadsOf('referring-domain-classify')).flatMap((payload): string[] => payload.referring_domains);
    assert.deepEqual([askedAgain.length, new Set(askedAgain)], [2 * asked.length, new Set(asked)]);
    const queuedAgain = (await payloadsOf('keyword-classify')).flatMap((payload): string[] => payload.keywords);
    assert.equal(queuedAgain.length, 2 * queued.length);
  });

  await t.test('a domain that is onboarded is not fetched again, unless it is forced or more is wanted', async () => {
    const [domain] = SITES;
    const before = (await world.calls(domain)).length;
    const again = await world.onboard(domain);
    assert.deepEqual([again.skipped, again.reason, again.onboard_status], [true, 'already_onboarded', 'complete']);
    assert.equal((await world.onboard(domain, { backlinks_limit: 50, keywords_limit: 10_000 })).reason, 'already_onboarded');
    assert.equal((await world.calls(domain)).length, before);

    const more = await world.onboard(domain, { backlinks_limit: 4_000 });
    const truth = await world.truth(domain);
    assert.deepEqual([more.parts.backlinks.rows, more.parts.backlinks.is_whole], [truth.backlinks, true]);
    assert.equal(await countOf('backlinks', domain), truth.backlinks);
    assert.equal((await world.calls(domain)).length - before, Math.ceil(truth.backlinks / 1_000));
    const [extra] = await world.rows('select count(*)::integer as count from urls');
    assert.ok(extra?.['count'] > 1_000);
  });

  await t.test('what is skipped is not asked for, and comes when it is wanted', async () => {
    const domain = SITES[1];
    const skip = { skip_backlinks: true, skip_keywords: true, skip_referring_domains: true };
    const first = await world.onboard(domain, skip);
    const { backlinks, referring_domains, keywords } = first.parts;
    for (const part of [backlinks, referring_domains, keywords]) assert.deepEqual([part.status, part.rows], ['skipped', null]);
    assert.equal(first.onboard_status, 'complete');
    assert.deepEqual(
      (await world.calls(domain)).map(({ path }) => path),
      [SUMMARY_PATH, HISTORY_PATH],
    );
    assert.equal((await world.onboard(domain, skip)).reason, 'already_onboarded');
    const second = await world.onboard(domain, { ...skip, skip_referring_domains: false, referring_domains_limit: 10 });
    assert.equal(second.parts.referring_domains.rows, 10);
    assert.deepEqual([(await world.calls(domain)).length, (await world.calls(domain, REFERRING_PATH)).length], [3, 1]);
  });

  await t.test('a domain without links is complete, with zeros that are true and sums that are not known', async () => {
    const output = await world.onboard(UNKNOWN_SITE);
    for (const part of ['backlinks', 'referring_domains', 'keywords'] as const) {
      const { status, rows, total, is_whole } = output.parts[part];
      assert.deepEqual([status, rows, total, is_whole], ['complete', 0, 0, true], part);
    }
    assert.deepEqual([output.onboard_status, output.summary, output.queued.messages], ['complete', null, 0]);
    assert.equal((await world.onboard(UNKNOWN_SITE)).reason, 'already_onboarded');
  });

  await t.test('a project gives place, language and tier; many projects fetch a domain once', async () => {
    const makeProject = async (name: string, settings: object): Promise<string> =>
      (await world.api.post('/api/projects', { name, organization_id: 'org_onboard', settings })).body.project_id;
    const german = await makeProject('German', { default_location_code: 2276, default_language_code: 'de' });
    const domain = 'receiptnest.de';
    const asset = { type: 'website', value: domain, name: 'Rival', skip_onboarding: true };
    const addAsset = async (body: object) => assert.equal((await world.api.post('/api/assets', body)).status, 201);
    await addAsset({ ...asset, project_id: german, role: 'competitor' });
    const output = await world.onboard(domain, { project_id: german, backlinks_limit: 10 });
    assert.equal(output.onboard_status, 'complete');
    assert.equal((await recordOf(domain))['dataTier'], 'competitor');
    const [call] = await world.calls(domain, KEYWORDS_PATH);
    const { location_code: place, language_code: language } = JSON.parse(call?.body ?? '[{}]')[0];
    assert.deepEqual([place, language], [2276, 'de']);

    const before = (await world.calls(domain)).length;
    const other = await makeProject('Other', { default_location_code: 2276, default_language_code: 'de' });
    await addAsset({ ...asset, project_id: other });
    assert.equal((await world.onboard(domain, { project_id: other, backlinks_limit: 10 })).reason, 'already_onboarded');
    assert.equal((await recordOf(domain))['dataTier'], 'customer', 'raised');
    assert.equal((await world.calls(domain)).length, before);
    const booked = await world.rows('select distinct project_id from api_costs where project_id is not null');
    assert.deepEqual(booked, [{ projectId: german }]);
  });

  await t.test('a place without ranked keywords skips them and says why', async () => {
    const output = await world.onboard(SITES[2], { skip_backlinks: true, location_code: 2840, language_code: 'de' });
    assert.equal(output.parts.keywords.status, 'skipped');
    assert.match(output.parts.keywords.reason ?? '', /no ranked keywords/u);
    assert.equal(output.onboard_status, 'complete');
  });

  await t.test('wrong input is refused before anything begins', async () => {
    for (const input of [{ domain: 'localhost' }, { domain: SITES[0], backlinks_limit: 0 }, { domain: SITES[0], keywords_limit: 10_001 }])
      await assert.rejects(context.workflows.start('domain-onboard', input), /must|Too/u);
    await assert.rejects(world.onboard(SITES[4], { project_id: 'proj_nobody' }), /Project not found/u);
    assert.deepEqual(await world.calls(SITES[4], BACKLINKS_PATH), []);
  });

  await t.test("the ledger agrees with the provider's own account", () => world.assertBooked());

  await t.test('after weeks a forced onboarding marks what is gone as lost, and keeps all weeks', async () => {
    const domain = SITES[3];
    const options = { skip_backlinks: true, skip_keywords: true, referring_domains_limit: 1_000 };
    await world.onboard(domain, options);
    await world.sandbox.post('/_sandbox/clock', { advance_days: 35 });
    const output = await world.onboard(domain, { ...options, force: true });
    const [row] = await world.rows(
      `select count(*) filter (where our_lost_at is null)::integer as live, count(our_lost_at)::integer as lost
       from referring_domains where domain_id = $1`,
      [output.domain_id],
    );
    assert.equal(row?.['live'], (await world.truth(domain)).referring_domains);
    assert.deepEqual([row?.['lost'], output.lost > 0], [output.lost, true]);
    assert.equal(await countOf('domain_summaries', domain), 52 + 2, 'the year before the first onboarding came with it');
  });
});
