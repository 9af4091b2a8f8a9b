import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BACKLINKS_PATH, HISTORY_PATH, KEYWORDS_PATH, openOnboarding, REFERRING_PATH, SITES, SUMMARY_PATH } from '../support/onboarding.ts';
import { waitUntil } from '../support/wait-until.ts';

const LIST_PATHS = [BACKLINKS_PATH, REFERRING_PATH, KEYWORDS_PATH];

test('bad days of onboarding', async (t) => {
  const world = await openOnboarding(t);
  const { context } = world.app;
  const recordOf = async (domain: string) => (await world.rows('select * from domains where domain = $1', [domain]))[0] ?? {};
  const partsOf = async (domain: string) =>
    Object.fromEntries(
      (await world.rows('select * from domain_fetches where domain_id = (select id from domains where domain = $1)', [domain])).map(
        (row) => [row['part'], row],
      ),
    );
  const breakPath = (match: string, own: object = {}) => world.sandbox.post('/_sandbox/faults', { match, kind: 'http_500', ...own });
  const mend = () => world.sandbox.post('/_sandbox/faults', {});

  await t.test('of two onboardings at once one fetches, and the other says who does', async () => {
    const [domain] = SITES;
    await world.sandbox.post('/_sandbox/faults', { match: BACKLINKS_PATH, kind: 'slow', delay_ms: 300 });
    const ids = await Promise.all([world.start(domain), world.start(domain)]);
    const outputs = await Promise.all(ids.map(world.end));
    await mend();
    const winner = outputs.findIndex((output) => output.onboard_status === 'complete' && output.skipped === undefined);
    const loser = outputs[1 - winner];
    assert.deepEqual([loser?.skipped, loser?.reason, loser?.workflow_id], [true, 'already_in_progress', ids[winner]]);
    assert.equal((await world.calls(domain)).length, 5);
  });

  await t.test('an onboarding that was terminated is taken over, and goes on where it stopped', async () => {
    const domain = SITES[1];
    const options = { backlinks_limit: 3_000, skip_keywords: true, skip_referring_domains: true };
    // The third page waits, so that the workflow can be ended in the middle of the list.
    const id = await world.start(domain, options);
    await world.sandbox.post('/_sandbox/faults', { match: BACKLINKS_PATH, kind: 'slow', delay_ms: 400 });
    await waitUntil(async () => (await partsOf(domain))['backlinks']?.['rowsFetched'] === 1_000, 'a thousand links');
    await context.workflows.terminate(id);
    await mend();
    const before = await partsOf(domain);
    assert.equal((await recordOf(domain))['onboardStatus'], 'in_progress');
    const output = await world.onboard(domain, options);
    assert.deepEqual([output.onboard_status, output.parts.backlinks.rows], ['complete', 3_000]);
    const starts = (await world.calls(domain, BACKLINKS_PATH)).map((call) => JSON.parse(call.body)[0].offset ?? 0);
    assert.equal(starts.filter((offset) => offset === 0).length, 1, 'the first page is not asked for again');
    assert.equal((await partsOf(domain))['backlinks']?.['startedAt'].getTime(), before['backlinks']?.['startedAt'].getTime());
    const [links] = await world.rows('select count(*)::integer as count from backlinks where domain_id = $1', [output.domain_id]);
    assert.equal(links?.['count'], 3_000);
  });

  for (const [part, path, words] of [
    ['backlinks', BACKLINKS_PATH, 'backlinks'],
    ['summary', SUMMARY_PATH, 'the summary of links'],
    ['history', HISTORY_PATH, 'the weeks before'],
  ] as const)
    await t.test(
      `${words} that are not available fail the domain, the rest is kept, and the next onboarding fetches only them`,
      async () => {
        const domain = { backlinks: SITES[2], summary: SITES[5], history: SITES[7] }[part];
        await breakPath(path);
        await assert.rejects(world.onboard(domain));
        await mend();
        const record = await recordOf(domain);
        assert.equal(record['onboardStatus'], 'failed');
        assert.match(record['onboardError'], new RegExp(`^${words} could not be fetched: .+`, 'u'));
        const parts = await partsOf(domain);
        for (const name of ['backlinks', 'referring_domains', 'keywords', 'summary', 'history'])
          assert.equal(parts[name]?.['status'], name === part ? 'failed' : 'complete', name);
        const [dead] = await world.rows(`select error from dead_letters where payload::text like $1`, [`%${domain}%`]);
        assert.ok(dead, 'there is a dead letter');

        const before = (await world.calls(domain)).length;
        const output = await world.onboard(domain);
        assert.equal(output.onboard_status, 'complete');
        assert.deepEqual([(await world.calls(domain)).length - before, (await recordOf(domain))['onboardError']], [1, null]);
        assert.equal(output.parts[part].status, 'complete');
      },
    );

  await t.test('a budget without room leaves the domain pending, says so, and keeps what came', async () => {
    const domain = SITES[6];
    await world.onboard(domain, { skip_backlinks: true, skip_keywords: true });
    await world.api.put('/api/admin/config', { budgets: { daily_usd: 0 } });
    const output = await world.onboard(domain, { backlinks_limit: 100, keywords_limit: 500 });
    assert.deepEqual(
      [output.skipped, output.reason, output.budget, output.onboard_status],
      [true, 'budget_exceeded', 'daily_usd', 'pending'],
    );
    assert.deepEqual([output.cost_usd, output.parts.referring_domains.status], [0, 'complete']);
    const record = await recordOf(domain);
    assert.equal(record['onboardStatus'], 'pending');
    assert.match(record['onboardError'], /budget/iu);
    await world.api.put('/api/admin/config', { budgets: { daily_usd: null } });
    assert.equal((await world.onboard(domain)).onboard_status, 'complete');
    assert.equal((await world.calls(domain)).length, 5);
  });

  await t.test('three calls of ten fail in every way, and every domain is complete and booked to the cent', async () => {
    for (const path of [...LIST_PATHS, SUMMARY_PATH])
      for (const kind of ['http_500', 'truncated', 'empty', 'provider_50000', 'lost_answer', 'reset'])
        await breakPath(path, { kind, rate: 0.055 });
    for (const domain of SITES.slice(8)) {
      let [status, starts] = ['', 0];
      while (status !== 'complete' && starts < 5) {
        starts += 1;
        const options = { backlinks_limit: 2_000 };
        status = await world.onboard(domain, options).then(
          (output) => output.onboard_status,
          () => 'failed',
        );
      }
      assert.equal(status, 'complete', domain);
      const truth = await world.truth(domain);
      const { backlinks, referring_domains: referring } = await partsOf(domain);
      assert.deepEqual([backlinks?.['rowsFetched'], backlinks?.['rowsTotal']], [2_000, truth.backlinks]);
      assert.equal(referring?.['rowsTotal'], truth.referring_domains);
      const [links] = await world.rows('select count(*)::integer as count from backlinks where domain_id = $1', [backlinks?.['domainId']]);
      assert.equal(links?.['count'], 2_000);
    }
    await mend();
    await world.assertBooked();
  });
});

test('without credentials it says which variables are missing, and asks nothing', async (t) => {
  const world = await openOnboarding(t, { environment: { SANDBOX: '', DATAFORSEO_LOGIN: '', DATAFORSEO_PASSWORD: '' } });
  await assert.rejects(world.onboard('villalane.com'), /credentials not configured/u);
  const [record] = await world.rows('select onboard_status, onboard_error from domains');
  assert.equal(record?.['onboardStatus'], 'failed');
  assert.match(record?.['onboardError'], /backlinks, referring domains, keywords, .*DATAFORSEO_LOGIN.*DATAFORSEO_PASSWORD/u);
});
