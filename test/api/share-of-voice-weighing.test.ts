import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '#kernel/days.ts';
import { toVoice } from '#areas/rankings/reports/share-of-voice.ts';
import { TEST_ADMIN_KEY } from '../support/app.ts';
import { callTool, connectAssistant } from '../support/assistant-client.ts';
import { makeDigest } from '../support/digest-world.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { waitUntil } from '../support/wait-until.ts';
import { openVoiceWorld, type VoiceWorld } from '../support/voice-world.ts';

const near = (one: number | null, other: number, what: string): void =>
  assert.ok(one !== null && Math.abs(one - other) < 2e-6, `${what}: ${one} is not ${other}`);

async function choose({ api, projectId }: VoiceWorld, by: string): Promise<any> {
  const { status, body } = await api.put(`/api/projects/${projectId}/search-console/share-of-voice`, { weighed_by: by });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

async function read({ api }: VoiceWorld, path: string): Promise<any> {
  const { status, body } = await api.get(path);
  assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
  return body;
}

test('a project weighs its share of voice by its own clicks, by choice', async (t) => {
  const world = await openVoiceWorld(t);
  const { api, projectId, siteUrl } = world;
  const voicePath = `/api/projects/${projectId}/search-console/share-of-voice`;
  const summaryPath = `/api/rankings/summary?project_id=${projectId}`;

  await t.test('without days there is no curve: the choice is refused with its reason, and nothing changes', async () => {
    const { status, body } = await api.put(`/api/projects/${world.unreadId}/search-console/share-of-voice`, { weighed_by: 'own_clicks' });
    assert.deepEqual([status, body.details.reason], [409, 'no_property'], JSON.stringify(body));
    assert.match(body.message, /reads no Search Console property/u);
    const { project } = await read(world, `/api/projects/${world.unreadId}`);
    assert.equal(project.share_of_voice_weighing.by, 'fixed_curve');
    assert.equal((await api.put(voicePath, { weighed_by: 'clicks' })).status, 400);
    assert.equal((await api.put('/api/projects/proj_none/search-console/share-of-voice', { weighed_by: 'own_clicks' })).status, 404);
  });

  const before = await read(world, summaryPath);
  const preview = await read(world, voicePath);

  /** What a rule would say whose bound lies between the shares of yesterday and today. */
  const alertsBetween = async ({ days }: any): Promise<any> => {
    const [one, other] = days.slice(-2).map(({ share_of_voice: share }: { share_of_voice: number }) => share * 100);
    assert.ok(Math.abs(one - other) > 0.001, 'the share moves');
    const bound = { [one < other ? 'above' : 'below']: (one + other) / 2 };
    const asked = { project_id: projectId, rule: { when: { event: 'metric', metric: 'share_of_voice', ...bound } } };
    const { status, body } = await api.post('/api/alert-rules/preview', asked);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const firedBefore = await alertsBetween(before);

  await t.test('what would change is said before it is chosen, and the curve is what people did', async () => {
    assert.deepEqual([preview.lacks, preview.is_chosen, preview.share_of_voice_weighing.by], [null, false, 'fixed_curve']);
    const today = preview.days.at(-1);
    assert.equal(today.shown, before.days.at(-1).share_of_voice);
    assert.deepEqual([today.shown, today.fixed_curve], [today.fixed_curve, world.expect(toVoice)]);
    const { cells } = await read(world, `/api/projects/${projectId}/search-console/ctr-curve`);
    for (const { device, rates } of preview.curves) {
      const measured = cells
        .filter((cell: any) => cell.device === device && cell.page === 'any')
        .map(({ ctr }: { ctr: number | null }) => ctr);
      assert.deepEqual(rates, measured, device);
    }
    near(today.own_curve, world.expect(world.voiceOf(preview.curves)), 'own curve');
    assert.notEqual(today.own_curve, today.fixed_curve);
  });

  await t.test('then it holds for the past too, stored or not, and each answer names it', async () => {
    const chosen = await choose(world, 'own_clicks');
    const { from, to } = preview.span;
    const name = `Weighed by your own clicks: ${siteUrl}, ${from} to ${to}`;
    assert.deepEqual([chosen.is_changed, chosen.share_of_voice_weighing.name], [true, name]);
    const stored = () => world.countStored(projectId);
    await waitUntil(async () => (await stored()).own > 0, 'the days to be stored by the own curve', PATIENCE_MS);
    const summary = await read(world, summaryPath);
    const shown = await read(world, voicePath);
    assert.deepEqual([shown.is_chosen, shown.chosen_curves], [true, preview.curves]);
    for (const [at, { date, share_of_voice: share }] of summary.days.entries()) {
      const own = shown.days.find((day: any) => day.date === date).own_curve;
      assert.deepEqual([share, summary.days[at].share_of_voice_weighed_by], [own, name], date);
    }
    near(summary.days.at(-1).share_of_voice, preview.days.at(-1).own_curve, 'as it was previewed');
    assert.deepEqual(
      summary.days.map(({ top_10: top, average_position: average }: any) => [top, average]),
      before.days.map(({ top_10: top, average_position: average }: any) => [top, average]),
      'nothing else changes',
    );
    const share = summary.days.at(-1).share_of_voice;
    const overview = await read(world, `/api/projects/${projectId}/overview`);
    assert.deepEqual([overview.share_of_voice_weighing.name, overview.days.at(-1).share_of_voice], [name, share]);
    const { projects } = await read(world, '/api/overview');
    const glance = projects.find(({ id }: { id: string }) => id === projectId);
    assert.deepEqual([glance.share_of_voice_weighed_by, glance.share_of_voice, glance.share_of_voice_days.at(-1)], [name, share, share]);
    const pages = await read(world, `/api/rankings/pages?project_id=${projectId}&channel=seo`);
    assert.equal(pages.share_of_voice_weighing.name, name);
    const visibility = await read(world, `/api/projects/${projectId}/visibility`);
    assert.deepEqual([visibility.share_of_voice_weighing.name, visibility.days.at(-1).site.share_of_voice], [name, share]);
    const groups = await read(world, `${summaryPath}&group_by=device`);
    near(groups.groups.find(({ group }: any) => group === 'desktop').days.at(-1).share_of_voice, share, 'the only device');
  });

  await t.test('where the curve has no value it falls back, and says so', async () => {
    const of = async (more: string) => (await read(world, summaryPath + more)).share_of_voice_weighing;
    assert.match((await of('')).falls_back, /follow the fixed curve\..*Bing/u);
    const local = await of('&channel=local');
    assert.deepEqual([local.by, local.name], ['fixed_curve', 'Weighed by the fixed click curve']);
    assert.match(local.falls_back, /organic results of Google alone/u);
    assert.equal((await of('&platform=engine_b')).by, 'fixed_curve');
    assert.equal((await of('&device=tablet')).by, 'fixed_curve');
  });

  await t.test('CSV names it in each row', async () => {
    const ofDays = `/api/projects/${projectId}/visibility?start_date=${before.start_date}`;
    for (const path of [summaryPath, '/api/overview?status=active', ofDays]) {
      const lines = String((await api.get(`${path}&format=csv`)).body).split('\r\n');
      assert.match(lines[0] ?? '', /share_of_voice_weighed_by/u, path);
      assert.match(lines.slice(1).join('\n'), /Weighed by your own clicks: sc-domain:/u, path);
    }
  });

  await t.test('readers of a share see the same figure and its name', async () => {
    const made = await api.post('/api/shares', {
      project_id: projectId,
      name: 'Voice',
      sections: ['overview', 'competitors', 'pages'],
      days: 7,
      allow_csv: true,
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const share = `/api/public/shares/${made.body.share.token ?? made.body.token}`;
    const summary = await read(world, summaryPath);
    for (const section of ['overview', 'competitors', 'pages']) {
      const body = await read(world, `${share}/data?section=${section}`);
      assert.match(body.share_of_voice_weighing.name, /^Weighed by your own clicks/u, section);
      assert.match(String((await api.get(`${share}/csv?section=${section}`)).body), /share_of_voice_weighed_by/u, section);
      if (section === 'overview') assert.equal(body.days.at(-1).share_of_voice, summary.days.at(-1).share_of_voice);
    }
  });

  await t.test('no alert fires because of the choice: what passed the bound over that day is held back', async () => {
    const after = await alertsBetween(await read(world, summaryPath));
    assert.deepEqual([after.alerts.length, after.suppressed.setting_changed], [0, 1], JSON.stringify(after));
    assert.equal(firedBefore.alerts.length, 1, 'the same rule fired before');
  });

  await t.test('digests and tools of assistants say it too', async (step) => {
    const scope = { kind: 'project', project_ids: [projectId] };
    const sections = ['overview', 'pages', 'competitors'];
    const digest = await makeDigest(api, { every: 'day', scope, sections });
    const shown = await api.get(`/api/digests/${digest}/preview`);
    assert.equal(shown.status, 200, JSON.stringify(shown.body));
    const said = String(shown.body.text).match(/Share of voice: weighed by your own clicks: sc-domain:/gu) ?? [];
    assert.equal(said.length, sections.length, shown.body.text);
    const client = await connectAssistant(step, world.test.url, TEST_ADMIN_KEY);
    const overview = await callTool(client, 'project_overview', { project_id: projectId });
    assert.match(overview.share_of_voice_weighing.name, /^Weighed by your own clicks/u);
    const { projects } = await callTool(client, 'list_projects');
    assert.match(projects.find(({ id }: { id: string }) => id === projectId).share_of_voice_weighed_by, /^Weighed by your own clicks/u);
    const sites = await callTool(client, 'compare_sites', { project_id: projectId });
    assert.match(sites.share_of_voice_weighed_by, /^Weighed by your own clicks/u);
  });

  await t.test('it is recorded who chose it, noted in charts, and the same again is no change', async () => {
    assert.equal((await choose(world, 'own_clicks')).is_changed, false);
    const { entries } = await read(world, `/api/admin/audit?project_id=${projectId}&limit=100`);
    const changes = entries.flatMap(({ changes: some }: any) => some ?? []).filter(({ after }: any) => after?.voice_curve !== undefined);
    assert.deepEqual(
      changes.map(({ action }: any) => action),
      ['project.changed'],
    );
    assert.match(JSON.stringify(changes[0]), new RegExp(siteUrl, 'u'));
    const notes = async () => (await read(world, `/api/annotations?project_id=${projectId}&tag=share_of_voice`)).annotations;
    await waitUntil(async () => (await notes()).length === 1, 'the day to be noted', PATIENCE_MS);
    assert.match((await notes())[0].text, /^Share of voice, in the past too: weighed by your own clicks/u);
  });

  await t.test('days that are collected later leave the chosen curve as it is, until it is chosen again', async () => {
    const shown = (await read(world, summaryPath)).days.at(-1).share_of_voice;
    await world.count(addDays(preview.span.to, 1), 3);
    const later = await read(world, voicePath);
    assert.deepEqual([later.is_chosen, later.days.at(-1).shown], [false, shown]);
    assert.notDeepEqual(later.curves, later.chosen_curves);
    assert.equal((await choose(world, 'own_clicks')).is_changed, true);
    near((await read(world, summaryPath)).days.at(-1).share_of_voice, later.days.at(-1).own_curve, 'the curve of now');
    await waitUntil(async () => (await world.countStored(projectId)).curves === 1, 'totals of the curve before to go', PATIENCE_MS);
  });

  await t.test('back to the fixed curve is as it was', async () => {
    assert.equal((await choose(world, 'fixed_curve')).share_of_voice_weighing.by, 'fixed_curve');
    assert.deepEqual((await read(world, summaryPath)).days, before.days);
    await waitUntil(async () => (await world.countStored(projectId)).own === 0, 'totals by own curves to go', PATIENCE_MS);
    assert.equal((await read(world, `/api/projects/${projectId}`)).project.share_of_voice_weighing.by, 'fixed_curve');
  });
});
