import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { addDays } from '#kernel/days.ts';
import { newId } from '#kernel/ids.ts';
import { liveDay, settle, trackForAlerts } from '../support/alerts-world.ts';
import { startTestApp } from '../support/app.ts';
import { assertSays, makeDigest, previewDigest, sayFigure, sayShare, type Figures } from '../support/digest-world.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { joinAs } from '../support/people-world.ts';
import { clearFaults, setFault } from '../support/queue-run.ts';

const DAYS = 16;
const FAILED_AT = 12;
const SECTIONS =
  'overview alerts keywords chart heatmap features pages competitors not_measured failed_checks spend next_checks annotations'.split(' ');

async function openWeek(t: TestContext) {
  const app = await startTestApp(t, { environment: { RATE_LIMITS: 'off', KEYWORD_ENRICHMENT: 'on' }, retryWaitsMs: [5, 10, 20] });
  const world = await trackForAlerts(app, { keywords: 6, devices: ['desktop'] });
  const { projectId } = world;
  const { workflows } = app.app.context;
  await workflows.waitFor(await workflows.start('keyword-enrichment', {}, { id: newId('wf_') }), PATIENCE_MS);
  while (world.days.length < DAYS) {
    // One keyword falls in the second week, and all checks of a day of it fail.
    if (world.days.length === FAILED_AT - 2)
      await app.sandbox.post('/_sandbox/world/fall', { domain: world.site, keywords: world.keywords.slice(0, 2), places: 40 });
    if (world.days.length === FAILED_AT) await setFault(app, { match: 'serp', kind: 'provider_40501' });
    await liveDay(app, world);
    await clearFaults(app);
  }
  await settle(app);
  const last = world.days.at(-1) ?? '';
  const weekday = new Date(`${last}T00:00:00Z`).getUTCDay() || 7;
  for (const [text, shown] of [
    ['Relaunch of the shop', true],
    ['Only for us', false],
  ] as const)
    await app.api.post('/api/annotations', {
      scope: 'project',
      project_id: projectId,
      kind: 'release',
      date: addDays(last, -2),
      text,
      show_on_shares: shown,
    });
  const owner = await joinAs(app, 'org_alerts', { role: 'owner' });
  const scope = { kind: 'project', project_ids: [projectId] };
  // The week ends with the day before the newest one.
  const id = await makeDigest(app.api, { scope, weekday, sections: SECTIONS });
  return { app, world, projectId, id, owner, weekday, last, scope };
}

test('the digest of a week has the figures of the overview and the shares of the same days, to the digit', async (t) => {
  const { app, projectId, id, owner, weekday, last, scope } = await openWeek(t);
  const { api } = app;
  const mail = await previewDigest(api, id, addDays(last, -1));
  const { from, to } = mail.period;
  assert.deepEqual([from, to], [addDays(last, -7), addDays(last, -1)]);
  const overview = (await api.get(`/api/projects/${projectId}/overview?from=${from}&to=${to}`)).body;
  const [now, then]: Figures[] = [overview.days.at(-1), overview.compared_days.at(-1)];
  assert.ok(now !== undefined && then !== undefined && Number(now['keywords']) > 0 && Number(then['keywords']) > 0);
  assert.ok(Number(now['share_of_voice']) > 0 && Number(then['share_of_voice']) > 0, 'search volumes are known');

  await t.test('where it stands, and its subject', () => {
    assertSays(mail, [
      `Share of voice: ${sayShare(now, then)}\n`,
      `Keywords in the top 3: ${sayFigure(now, then, 'top_3')}\n`,
      `Keywords in the top 10: ${sayFigure(now, then, 'top_10')}\n`,
      `Keywords in the top 100: ${sayFigure(now, then, 'top_100')}\n`,
      `Keywords not found: ${sayFigure(now, then, 'not_found')}\n`,
      `Keywords whose outcome is known: ${sayFigure(now, then, 'keywords')}\n`,
      `Average position: ${sayFigure(now, then, 'average_position', 2)}\n`,
    ]);
    const { left_top_10: left, entered_top_10: entered } = overview.moves;
    assert.equal(Number(now['top_10']) - Number(then['top_10']), entered - left, 'what came and went is what changed');
    const kept = `${now['top_10']} keyword${now['top_10'] === 1 ? '' : 's'} in the top 10`;
    const came = entered > 0 ? `${entered} keyword${entered === 1 ? '' : 's'} entered the top 10` : kept;
    const went = `${left} keyword${left === 1 ? '' : 's'} left the top 10${entered > 0 ? `, ${entered} entered it` : ''}`;
    assert.equal(mail.subject, `Digest: ${left > 0 ? went : came}, share of voice ${sayShare(now, then)}`);
  });

  await t.test('keywords that moved, and result pages', () => {
    const { counts, up, down, new: found, lost, before, after } = overview.moves;
    assertSays(mail, [
      `${counts.up} up, ${counts.down} down, ${counts.new} new, ${counts.lost} lost, ${counts.unchanged} unchanged, between ${before} and ${after}.`,
    ]);
    for (const { keyword, device, position, previous_position: was } of [...lost, ...down, ...found, ...up])
      assertSays(mail, [`- ${keyword} (${device}) | Before: ${was ?? 'not found'}, After: ${position ?? 'not found'}\n`]);
    assert.ok(overview.features.length > 0);
    for (const { feature, keywords, gained, lost: gone } of overview.features)
      assertSays(mail, [`- ${feature} | Keywords: ${keywords}, Gained: +${gained}, Lost: -${gone}\n`]);
  });

  await t.test('what was not measured, what failed, what comes, what it cost, and what people wrote', () => {
    const failedDays = overview.days.filter(({ failed }: { failed: number }) => failed > 0);
    assert.equal(failedDays.length, 1);
    for (const { date, failed } of failedDays) assertSays(mail, [`- ${date} | Keywords: ${failed}\n`]);
    const empty = overview.days.filter(({ checked }: { checked: number }) => checked === 0).map(({ date }: { date: string }) => date);
    assertSays(mail, [
      `No good check on ${empty.length} of 7 days: ${empty.join(', ')}.`,
      'None: the newest check of each keyword is good.',
    ]);
    assert.ok(overview.next_checks.length > 0);
    for (const { date, checks } of overview.next_checks) assertSays(mail, [`- ${date} | Checks: ${checks}\n`]);
    const { month_usd: month, today_usd: today, projected_usd: projected } = overview.spend;
    assertSays(mail, [`(UTC): $${month}\n`, `Paid today: $${today}\n`, `at this pace: $${projected}\n`]);
    assertSays(mail, [`| Note: Relaunch of the shop\n`, `| Note: Only for us\n`]);
  });

  await t.test('the sections of shares', async () => {
    const made = await api.post('/api/shares', {
      project_id: projectId,
      name: 'Week',
      sections: ['chart', 'pages', 'competitors'],
      from,
      to,
      range: 'fixed',
    });
    const read = async (section: string) =>
      (await app.anonymous.get(`/api/public/shares/${made.body.token}/data?section=${section}&from=${from}&to=${to}`)).body;
    const { rows, values, days } = await read('chart');
    const codes = Buffer.from(values, 'base64');
    const signs: Readonly<Record<number, string>> = { 0: '-', 254: '!', 255: '?' };
    const positionsOf = (at: number): number[] => [...codes.subarray(at * days.length, (at + 1) * days.length)];
    const moved = new Set(
      ['up', 'down', 'new', 'lost'].flatMap((kind) => overview.moves[kind].map(({ keyword }: { keyword: string }) => keyword)),
    );
    for (const [at, { keyword, device }] of rows.entries())
      if (moved.has(keyword))
        assertSays(mail, [
          `- ${keyword} (${device}) | Positions: ${positionsOf(at)
            .map((code) => signs[code] ?? code)
            .join(' ')}\n`,
        ]);
    for (const [at, day] of days.entries()) {
      const ofDay: number[] = rows.map((_: unknown, row: number) => positionsOf(row)[at]);
      const count = (isIn: (code: number) => boolean): number => ofDay.filter(isIn).length;
      const bands = [
        `Top 3: ${count((code) => code >= 1 && code <= 3)}`,
        `4 to 10: ${count((code) => code >= 4 && code <= 10)}`,
        `From 11: ${count((code) => code >= 11 && code <= 253)}`,
        `Not found: ${count((code) => code === 0)}`,
        `Failed: ${count((code) => code === 254)}`,
        `Not measured: ${count((code) => code === 255)}`,
      ];
      assertSays(mail, [`- ${day} | ${bands.join(', ')}\n`]);
    }
    const found = await read('pages');
    assertSays(mail, [`${found.ranked} of ${found.checked} keywords that were checked well rank`]);
    assert.ok(found.pages.length > 0);
    for (const page of found.pages)
      assertSays(mail, [`- ${page.page} | Keywords: ${page.keywords}, Best: ${page.best_position}, Average: ${page.average_position}, `]);
    const { sites } = await read('competitors');
    for (const { domain, is_own: isOwn, days: ofSite } of sites) {
      const own = ofSite.at(-1);
      const share = own.keywords === 0 || own.share_of_voice === null ? 'not known' : `${(own.share_of_voice * 100).toFixed(1)} %`;
      assertSays(mail, [`- ${domain}${isOwn ? ' (own)' : ''} | Share of voice: ${share}`]);
    }
  });

  await t.test('a client sees neither costs, nor alerts, nor notes that shares do not show', async () => {
    for (const shown of [
      await previewDigest(api, id, to, '&as=client'),
      await previewDigest(api, await makeDigest(api, { scope: { ...scope, kind: 'client' }, weekday, sections: SECTIONS }), to),
    ]) {
      const found = /\$|Paid this|Paid today|\bspend\b|\balerts?\b|Only for us/iu.exec(`${shown.subject}\n${shown.text}\n${shown.html}`);
      assert.equal(found?.[0], undefined);
      assertSays(shown, ['Relaunch of the shop', `Share of voice: ${sayShare(now, then)}\n`]);
    }
  });

  await t.test('of all projects one row each, the largest loss first', async () => {
    const other = await app.api.post('/api/projects', { name: 'Never checked', organization_id: 'org_alerts' });
    assert.equal(other.status, 201);
    const all = await makeDigest(owner.browser, { scope: { kind: 'organization' }, weekday, sections: ['overview', 'spend'] }, SAME);
    const shown = await previewDigest(owner.browser, all, to);
    const { counts } = overview.moves;
    assertSays(shown, [
      `| Share of voice: ${sayShare(now, then)}, Top 10: ${sayFigure(now, then, 'top_10')}, Up / down: ${counts.up + counts.new} / ${counts.down + counts.lost}, Failed: ${overview.outcomes.failed}\n`,
      '- Never checked | Share of voice: not known, Top 10: not known',
    ]);
    const fell = Number(now['share_of_voice']) < Number(then['share_of_voice']);
    assert.equal(shown.text.indexOf('- Rankings |') < shown.text.indexOf('- Never checked |'), fell || counts.down + counts.lost > 0);
    assert.equal(shown.subject, `Digest: 2 projects, ${fell ? 1 : 0} lost share of voice`);
  });
});

/** As pages of the console send it. */
const SAME = { 'sec-fetch-site': 'same-origin' };
