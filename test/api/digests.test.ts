import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startDueDigests } from '#areas/digests/schedule/start-due-digests.ts';
import { startTestApp } from '../support/app.ts';
import { joinAs } from '../support/people-world.ts';
import { makeProject, track } from '../support/rankings-api.ts';
import { waitUntil } from '../support/wait-until.ts';

const NAME = 'Acme <script>alert(1)</script>';

async function openWorld(t: TestContext) {
  const app = await startTestApp(t);
  const { api, sandbox } = app;
  const ours = await makeProject(api, ['invoicenest.com'], 'org_digest');
  const sibling = await makeProject(api, ['ledgerwise.app'], 'org_digest');
  const foreign = await makeProject(api, ['ledgerwise.app'], 'org_other');
  const keywords = (await sandbox.get('/_sandbox/world')).body.keywords
    .filter((keyword: { location_code: number; language_code: string }) => keyword.location_code === 2840 && keyword.language_code === 'en')
    .slice(0, 3)
    .map((keyword: { keyword: string }) => keyword.keyword);
  await track(app, ours, keywords);
  assert.equal((await api.put(`/api/projects/${ours}`, { name: NAME })).status, 200);
  const owner = await joinAs(app, 'org_digest', { role: 'owner' });
  const client = await joinAs(app, 'org_digest', { role: 'client', project_ids: [ours] });
  const mailsTo = async (to: string) =>
    (await sandbox.get(`/_sandbox/mail?${new URLSearchParams({ to }).toString()}`)).body.messages.filter(
      ({ subject }: { subject: string }) => subject.startsWith('Digest'),
    );
  return { app, api, sandbox, ours, sibling, foreign, owner, client, mailsTo };
}

test('digests', async (t) => {
  const world = await openWorld(t);
  const { app, api, sandbox, ours, sibling, foreign, owner, client, mailsTo } = world;
  const sections = ['overview', 'keywords', 'not_measured', 'failed_checks', 'spend', 'next_checks', 'annotations'];
  const body = {
    name: 'Digest',
    scope: { kind: 'project', project_ids: [ours] },
    every: 'day',
    sections,
    recipients: { addresses: [owner.email, client.email, 'stranger@example.com'] },
  };
  const made = await api.post('/api/digests', body);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const id: string = made.body.digest.id;

  await t.test('says what waits, and when it is sent', async () => {
    const { digest } = (await api.get(`/api/digests/${id}`)).body;
    assert.deepEqual(
      digest.address_states.map(({ state }: { state: string }) => state),
      ['member', 'member', 'waiting'],
    );
    assert.match(digest.next_run_at, /T07:00:00/u);
    assert.equal((await api.get('/api/digests')).body.presets[0].preset, 'weekly');
  });

  await t.test('all faults at once, and things of others are as if they never were', async () => {
    const wrong = await api.post('/api/digests', {
      name: '',
      scope: { kind: 'galaxy' },
      every: 'hour',
      at: '25:00',
      time_zone: 'Mars/Base',
      brand: { color: '#ffff00' },
      recipients: { addresses: ['no address'] },
    });
    assert.equal(wrong.status, 400);
    const named = JSON.stringify(wrong.body);
    for (const field of ['name', 'scope.kind', 'every', 'at', 'time_zone', 'brand.color', 'recipients.addresses'])
      assert.ok(named.includes(field), field);
    const together = await api.post('/api/digests', {
      ...body,
      scope: { kind: 'organization', project_ids: [ours] },
      weekday: 1,
      sections: ['features'],
    });
    assert.equal(together.status, 400, JSON.stringify(together.body));
    for (const field of ['scope.project_ids', 'weekday', 'sections']) assert.ok(JSON.stringify(together.body).includes(field), field);
    for (const asked of [foreign, 'proj_none'])
      assert.equal(
        (await owner.browser.post('/api/digests', { ...body, scope: { kind: 'project', project_ids: [asked] } }, SAME)).status,
        404,
      );
    assert.equal((await api.post('/api/digests', { ...body, recipients: { channel_ids: ['chn_none'] } })).status, 404);
    const other = await joinAs(app, 'org_other', { role: 'owner' });
    for (const path of ['', '/preview', '/runs']) assert.equal((await other.browser.get(`/api/digests/${id}${path}`)).status, 404, path);
    assert.equal((await other.browser.delete(`/api/digests/${id}`, SAME)).status, 404);
    assert.equal((await other.browser.get('/api/digests')).body.digests.length, 0);
    assert.equal((await other.browser.put(`/api/digests/${id}`, { name: 'Theirs' }, SAME)).status, 404);
    assert.equal((await other.browser.post(`/api/digests/${id}/send`, {}, SAME)).status, 404);
    const foreignChannel = await api.post('/api/channels', { project_id: foreign, kind: 'feed', name: 'Theirs' });
    const theirs = { recipients: { channel_ids: [foreignChannel.body.channel.id] } };
    assert.equal((await api.post('/api/digests', { ...body, ...theirs })).status, 404, 'a channel of another organization');
    assert.equal((await api.put(`/api/digests/${id}`, theirs)).status, 404);
    // One of a sibling serves the sibling, until the digest is about it alone.
    const near = await api.post('/api/channels', { project_id: sibling, kind: 'feed', name: 'Sibling' });
    const toNear = { recipients: { channel_ids: [near.body.channel.id] } };
    assert.equal((await api.put(`/api/digests/${id}`, toNear)).status, 404);
    const moved = await api.post('/api/digests', {
      ...body,
      ...toNear,
      name: 'Moves',
      enabled: false,
      scope: { kind: 'project', project_ids: [sibling] },
    });
    assert.equal(moved.status, 201, JSON.stringify(moved.body));
    const back = { scope: { kind: 'project', project_ids: [ours] } };
    assert.equal((await api.put(`/api/digests/${moved.body.digest.id}`, back)).status, 404, 'its channel stays behind');
    assert.equal((await api.delete(`/api/digests/${moved.body.digest.id}`)).status, 200);
  });

  await t.test('after ten days away one digest is sent, says what is missing, and has the figures of the overview', async () => {
    await sandbox.post('/_sandbox/clock', { advance_days: 10 });
    // Two more that look at the same time as the service does.
    await Promise.all([startDueDigests(app.app.context), startDueDigests(app.app.context)]);
    await waitUntil(async () => (await api.get(`/api/digests/${id}/runs`)).body.runs[0]?.status === 'sent', 'the digest');
    const { runs } = (await api.get(`/api/digests/${id}/runs`)).body;
    assert.equal(runs.length, 1);
    const [run] = runs;
    assert.ok(run.missed.length >= 9 && run.missed.length <= 10, String(run.missed.length));
    assert.deepEqual(
      run.deliveries.map(({ kind, status }: { kind: string; status: string }) => [kind, status === 'skipped']),
      [
        ['member', false],
        ['member', false],
        ['address', true],
      ],
    );
    await waitUntil(async () => (await mailsTo(client.email)).length > 0 && (await mailsTo(owner.email)).length > 0, 'mails');
    const [own, theirs] = [await mailsTo(owner.email), await mailsTo(client.email)];
    assert.deepEqual([own.length, theirs.length, (await mailsTo('stranger@example.com')).length], [1, 1, 0]);
    const { text, html } = own[0];
    assert.match(text, /Missing: (9|10) digests before this one/u);
    assert.ok(text.includes('Paid this month') && !theirs[0].text.includes('Paid') && !theirs[0].text.includes('$'));
    assert.ok(!html.includes('<script') && html.includes('&lt;script&gt;'));
    await assertFigures(text, run.period);
  });

  await t.test('a preview has the figures of the overview, and shows a client no cost', async () => {
    const shown = await api.get(`/api/digests/${id}/preview`);
    assert.equal(shown.status, 200, JSON.stringify(shown.body));
    await assertFigures(shown.body.text, shown.body.period);
    assert.ok(shown.body.text.includes('Paid this month'));
    assert.ok(!(await api.get(`/api/digests/${id}/preview?as=client`)).body.text.includes('Paid'));
    assert.equal((await api.get(`/api/digests/${id}/preview?period=2999-01-01`)).status, 400);
  });

  await t.test('several projects are rows, and a member of one of them gets that alone', async () => {
    const scope = { kind: 'organization' };
    const asked = await owner.browser.post('/api/digests', { ...body, name: 'Digest of all', scope, enabled: false }, SAME);
    assert.equal(asked.status, 201, JSON.stringify(asked.body));
    const text: string = (await owner.browser.get(`/api/digests/${asked.body.digest.id}/preview`)).body.text;
    assert.match(text, /^- Acme <script>alert\(1\)<\/script> \| Share of voice: .* Top 10: /mu);
    const bound = await joinAs(app, 'org_digest', { role: 'editor', project_ids: [sibling] });
    assert.equal((await bound.browser.get(`/api/digests/${asked.body.digest.id}`)).status, 404);
    assert.equal((await bound.browser.post('/api/digests', { ...body, scope }, SAME)).status, 403);
  });

  await t.test('to oneself only, and a key that is no person has no address', async () => {
    const sent = await owner.browser.post(`/api/digests/${id}/send`, {}, SAME);
    assert.deepEqual([sent.status, sent.body.to], [202, owner.email], JSON.stringify(sent.body));
    await waitUntil(async () => (await mailsTo(owner.email)).length === 2, 'the mail to oneself');
    assert.equal((await mailsTo(client.email)).length, 1);
    assert.equal((await api.post(`/api/digests/${id}/send`, {})).status, 400);
  });

  async function assertFigures(text: string, { from, to }: { from: string; to: string }): Promise<void> {
    const { days, outcomes, moves } = (await api.get(`/api/projects/${ours}/overview?from=${from}&to=${to}`)).body;
    const day = days.at(-1);
    const known = (value: number | null): string => (day.keywords === 0 || value === null ? 'not known' : String(value));
    const share = day.keywords === 0 || day.share_of_voice === null ? 'not known' : `${(day.share_of_voice * 100).toFixed(1)} %`;
    for (const line of [
      `Share of voice: ${share}`,
      `Keywords in the top 3: ${known(day.top_3)}`,
      `Keywords in the top 10: ${known(day.top_10)}`,
      `Keywords in the top 100: ${known(day.top_100)}`,
      `Average position: ${known(day.average_position)}`,
      `${moves.counts.up} up, ${moves.counts.down} down, ${moves.counts.new} new, ${moves.counts.lost} lost`,
    ])
      assert.ok(text.includes(line), `${line}\n${text}`);
    if (outcomes.failed === 0) assert.ok(text.includes('None: the newest check of each keyword is good.'));
  }
});

/** As pages of the console send it. */
const SAME = { 'sec-fetch-site': 'same-origin' };
