import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDueDigests } from '#areas/digests/schedule/start-due-digests.ts';
import { createRule, judgeToday } from '../support/alert-rounds.ts';
import { liveDay, settle, trackForAlerts } from '../support/alerts-world.ts';
import { startTestApp } from '../support/app.ts';
import { joinAs } from '../support/people-world.ts';
import { waitUntil } from '../support/wait-until.ts';

const DAYS = 8;
const STRANGER = 'stranger@example.com';

interface SandboxMail {
  readonly subject: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

test('who reads a digest, and what stands in that of a week', async (t) => {
  const app = await startTestApp(t, { environment: { RATE_LIMITS: 'off' } });
  const { api, sandbox } = app;
  const world = await trackForAlerts(app, { keywords: 8, devices: ['desktop'] });
  const { projectId } = world;
  const owner = await joinAs(app, 'org_alerts', { role: 'owner' });
  await createRule(app, projectId, { name: 'moved', when: { event: 'dropped', by: 1 }, volatility: false, cool_down_hours: 0 });
  while (world.days.length < DAYS) {
    await liveDay(app, world);
    await judgeToday(app);
  }
  await settle(app);
  const channel = (await api.post('/api/channels', { project_id: projectId, kind: 'feed', name: 'feed' })).body.channel;
  const made = await api.post('/api/digests', {
    name: 'Week',
    scope: { kind: 'project', project_ids: [projectId] },
    every: 'day',
    sections: ['overview', 'alerts', 'keywords', 'spend'],
    recipients: { addresses: [owner.email, STRANGER], channel_ids: [channel.id] },
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const id: string = made.body.digest.id;
  const mailsTo = async (to: string, like: RegExp): Promise<SandboxMail[]> =>
    (await sandbox.get(`/_sandbox/mail?${new URLSearchParams({ to }).toString()}`)).body.messages.filter(({ subject }: SandboxMail) =>
      like.test(subject),
    );
  const states = async (): Promise<string[]> =>
    (await api.get(`/api/digests/${id}`)).body.digest.address_states.map(({ state }: { state: string }) => state);
  /** A day later, and what was sent by then. */
  const sendNext = async (): Promise<any> => {
    const before = (await api.get(`/api/digests/${id}/runs`)).body.runs.length;
    await sandbox.post('/_sandbox/clock', { advance_days: 1 });
    await startDueDigests(app.app.context);
    const read = async () => (await api.get(`/api/digests/${id}/runs`)).body.runs;
    await waitUntil(async () => (await read()).length > before && (await read())[0].status !== 'queued', 'the digest');
    return (await read())[0];
  };

  await t.test('an address of no member is asked once, and gets nothing before it confirms', async () => {
    assert.deepEqual(await states(), ['member', 'waiting']);
    await waitUntil(async () => (await mailsTo(STRANGER, /^Do you want mail/u)).length === 1, 'the question');
    const { deliveries } = await sendNext();
    assert.deepEqual(
      deliveries.map((one: { kind: string; status: string; reason: string | null }) => [one.kind, one.status === 'skipped', one.reason]),
      [
        ['channel', false, null],
        ['member', false, null],
        ['address', true, 'the address was not confirmed'],
      ],
    );
    assert.deepEqual(await mailsTo(STRANGER, /^Week/u), []);
  });

  await t.test('one that confirmed gets what a client may see, and can leave by its link alone', async () => {
    const [question] = await mailsTo(STRANGER, /^Do you want mail/u);
    const link = /https?:\/\/\S+\/api\/public\/mail\/\S+/u.exec(question?.text ?? '')?.[0] ?? '';
    const path = new URL(link).pathname;
    assert.equal((await api.get(path)).status, 200);
    assert.deepEqual(await states(), ['member', 'waiting'], 'a program that follows links decides nothing');
    assert.equal((await api.post(path, {})).status, 200);
    assert.deepEqual(await states(), ['member', 'confirmed']);
    await sendNext();
    await waitUntil(async () => (await mailsTo(STRANGER, /^Week/u)).length === 1, 'the mail');
    const [mail] = await mailsTo(STRANGER, /^Week/u);
    assert.ok(!mail?.text.includes('Paid') && !mail?.text.includes('$'), mail?.text);
    assert.match(JSON.stringify(mail?.headers), /list-unsubscribe-post/iu);
    const leave = /Unsubscribe: (\S+)/u.exec(mail?.text ?? '')?.[1] ?? '';
    assert.equal((await api.post(new URL(leave).pathname, {})).status, 200);
    assert.deepEqual(await states(), ['member', 'unsubscribed']);
    const { deliveries } = await sendNext();
    assert.equal(deliveries.at(-1).reason, 'the reader has left the digest');
    assert.equal((await mailsTo(STRANGER, /^Week/u)).length, 1);
  });

  await t.test('the figures of a week are those of the overview of the same days', async () => {
    const weekly = {
      name: 'Weekly',
      scope: { kind: 'project', project_ids: [projectId] },
      every: 'week',
      weekday: 1,
      sections: ['overview', 'keywords'],
    };
    const week = await api.post('/api/digests', { ...weekly, enabled: false });
    const { text, period } = (await api.get(`/api/digests/${week.body.digest.id}/preview?period=${world.days[3]}`)).body;
    const {
      days,
      compared_days: before,
      moves,
    } = (await api.get(`/api/projects/${projectId}/overview?from=${period.from}&to=${period.to}`)).body;
    const [now, then] = [days.at(-1), before.at(-1)];
    const signed = (value: number, digits = 0): string =>
      Number(value.toFixed(digits)) > 0 ? `+${value.toFixed(digits)}` : Number(value.toFixed(digits)) === 0 ? '±0' : value.toFixed(digits);
    const change = (name: string): string => (now.keywords > 0 && then.keywords > 0 ? ` (${signed(now[name] - then[name])})` : '');
    const known = (name: string): string => (now.keywords > 0 ? `${now[name]}${change(name)}` : 'not known');
    for (const [label, name] of [
      ['top 3', 'top_3'],
      ['top 10', 'top_10'],
      ['top 100', 'top_100'],
    ] as const)
      assert.ok(text.includes(`Keywords in the ${label}: ${known(name)}`), `${label} ${known(name)}\n${text}`);
    const { up, down, new: found, lost, unchanged } = moves.counts;
    assert.ok(text.includes(`${up} up, ${down} down, ${found} new, ${lost} lost, ${unchanged} unchanged`), text);
  });

  await t.test('the alerts of the days stand in it as the list has them', async () => {
    const { alerts } = (await api.get(`/api/alerts?project_id=${projectId}&limit=100`)).body;
    const { text, period } = (await api.get(`/api/digests/${id}/preview?period=${alerts[0].day}`)).body;
    const ofDay = alerts.filter((one: { day: string }) => one.day >= period.from && one.day <= period.to);
    assert.ok(ofDay.length > 0);
    for (const { title } of ofDay) assert.ok(text.includes(title), `${title}\n${text}`);
    const quiet = (await api.get(`/api/digests/${id}/preview?period=${world.days[0]}`)).body.text;
    assert.ok(quiet.includes('None: no rule said anything in these days.'), quiet);
  });
});
