import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDueDigests } from '#areas/digests/schedule/start-due-digests.ts';
import { addDays } from '#kernel/days.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import { sweepNow } from '../support/alert-rules.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { listDeliveries, listSent, makeWebhook, say, setReceiverFault, toNotice, waitForDelivery } from '../support/channel-world.ts';
import { makeDigest, previewDigest } from '../support/digest-world.ts';
import { joinAs } from '../support/people-world.ts';
import { makeProject, track } from '../support/rankings-api.ts';
import { waitUntil } from '../support/wait-until.ts';

interface Run {
  readonly status: string;
  readonly reason: string | null;
  readonly deliveries: readonly { readonly kind: string; readonly status: string; readonly reason: string | null }[];
}

/** Spends the budget of a project, of which a rule says to a channel that it is spent, and an hour later that it still is. */
async function spendBudget(app: TestApp, projectId: string, channelId: string): Promise<void> {
  const when = { event: 'budget', percent: 80 };
  const rule = { project_id: projectId, name: 'Money', when, channel_ids: [channelId], repeat_every_hours: 1 };
  const made = await app.api.post('/api/alert-rules', rule);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { status } = await app.api.post('/api/rankings/track', { project_id: projectId, keyword: 'the price of one', depth: 10 });
  assert.equal(status, 200);
  const budgets = { project_monthly_usd: { [projectId]: 0.000_001 } };
  assert.equal((await app.api.put('/api/admin/config', { budgets })).status, 200);
  await sweepNow(app, 'minute');
  await app.sandbox.post('/_sandbox/clock', { now: new Date(app.app.context.clock.now().getTime() + 2 * HOUR_MS).toISOString() });
  await sweepNow(app, 'minute');
}

/** A day later, the run that was made of the digest by then. */
async function sendNext({ api, app, sandbox }: TestApp, id: string): Promise<Run> {
  const read = async (): Promise<Run[]> => (await api.get(`/api/digests/${id}/runs`)).body.runs;
  const before = (await read()).length;
  await sandbox.post('/_sandbox/clock', { advance_days: 1 });
  await startDueDigests(app.context);
  await waitUntil(async () => (await read()).length > before && (await read())[0]?.status !== 'queued', 'the digest');
  return (await read())[0] ?? assert.fail('no run');
}

test('digests and channels', async (t) => {
  const app = await startTestApp(t, { environment: { RATE_LIMITS: 'off' } });
  const { api, sandbox } = app;
  const projectId = await makeProject(api, ['invoicenest.com'], 'org_digest');
  const scope = { kind: 'project', project_ids: [projectId] };
  const channel = await makeWebhook(app, { project_id: projectId });

  await t.test('a channel gets it once, without what is about money', async () => {
    const recipients = { channel_ids: [channel.id] };
    const id = await makeDigest(api, { scope, every: 'day', enabled: true, sections: ['overview', 'spend'], recipients });
    const run = await sendNext(app, id);
    assert.deepEqual([run.status, run.deliveries.map(({ kind, status }) => [kind, status])], ['sent', [['channel', 'handed_over']]]);
    await waitForDelivery(app, channel.id, 'Digest', 'delivered');
    const sent = (await listSent(app)).filter(({ body }) => body.includes('"digest"'));
    assert.equal(sent.length, 1);
    assert.doesNotMatch(sent[0]?.body ?? '', /\$|usd|Paid/u);
    assert.equal((await api.delete(`/api/digests/${id}`)).status, 200);
  });

  await t.test('what a channel did not take is said in one digest, to those who may see it', async () => {
    await setReceiverFault(app, 'http_403');
    const title = 'ours: 2 keywords left the top 10';
    const about = { organizationId: 'org_digest', projectId };
    await say(app, toNotice('ours', about), [channel.id]);
    await waitForDelivery(app, channel.id, 'ours', 'failed');
    await setReceiverFault(app);
    await sandbox.post('/_sandbox/clock', { advance_days: 5 });
    const today = (await sandbox.get('/_sandbox/clock')).body.now.slice(0, 10);
    const id = await makeDigest(api, { scope, every: 'day', sections: ['overview'] });
    const days = Array.from({ length: 5 }, (_, back) => addDays(today, -1 - back));
    const mails = [];
    for (const day of days) mails.push(await previewDigest(api, id, day));
    const saying = mails.filter(({ text }) => text.includes(title));
    assert.equal(saying.length, 1, 'each message in one digest');
    assert.ok(saying[0]?.text.includes('Messages that did not arrive'));
    assert.equal(saying[0]?.is_quiet, false);
    const day = saying[0]?.period.to ?? '';
    assert.ok(!(await previewDigest(api, id, day, '&as=client')).text.includes(title));
  });

  await t.test('alerts about money that did not arrive are said to those who see costs, and so is that they are still open', async () => {
    const spending = await makeProject(api, ['larchcompanion.com'], 'org_digest');
    const failing = await makeWebhook(app, { project_id: spending });
    await setReceiverFault(app, 'http_403');
    await spendBudget(app, spending, failing.id);
    const readUnsent = async () => (await listDeliveries(app, failing.id)).filter(({ status }) => status === 'failed');
    await waitUntil(async () => (await readUnsent()).length === 2, 'both messages to fail');
    const [first, second] = (await readUnsent()).map(({ title }) => title).toSorted();
    assert.match(first ?? '', /^Still: .*80 % of a budget are spent$/u);
    assert.equal(first, `Still: ${second}`);
    await setReceiverFault(app);
    await sandbox.post('/_sandbox/clock', { advance_days: 3 });
    const today = (await sandbox.get('/_sandbox/clock')).body.now.slice(0, 10);
    const id = await makeDigest(api, { scope: { ...scope, project_ids: [spending] }, every: 'day', sections: ['overview'] });
    const analyst = await joinAs(app, 'org_digest', { role: 'viewer', hide_costs: true });
    const readAll = async (reader: ApiClient): Promise<string> => {
      const mails = [];
      for (const back of [1, 2, 3]) mails.push((await previewDigest(reader, id, addDays(today, -back))).text);
      return mails.join('\n');
    };
    const ours = await readAll(api);
    assert.ok(ours.includes(first ?? '') && ours.includes(second ?? ''), ours);
    assert.doesNotMatch(await readAll(analyst.browser), /budget/u);
  });

  await t.test('a period in which nothing moved is left out with `skip_quiet`, one that was not measured is not', async () => {
    const owner = await joinAs(app, 'org_digest', { role: 'owner' });
    const recipients = { addresses: [owner.email] };
    const common = { scope, every: 'day', enabled: true, sections: ['overview'], recipients };
    const quiet = await makeDigest(api, { ...common, name: 'Quiet', skip_quiet: true });
    const plain = await makeDigest(api, { ...common, name: 'Plain' });
    const skipped = await sendNext(app, quiet);
    assert.deepEqual([skipped.status, skipped.reason], ['skipped', 'nothing moved']);
    await waitUntil(async () => (await api.get(`/api/digests/${plain}/runs`)).body.runs[0]?.status === 'sent', 'the plain one');
    const subjects = async (): Promise<string[]> =>
      (await sandbox.get(`/_sandbox/mail?${new URLSearchParams({ to: owner.email }).toString()}`)).body.messages.map(
        ({ subject }: { subject: string }) => subject.split(':')[0],
      );
    await waitUntil(async () => (await subjects()).includes('Plain'), 'the mail');
    assert.ok(!(await subjects()).includes('Quiet'));
    // From now on there is something to measure; its next check is due, and no one makes it.
    await track(app, projectId, ['invoice generator']);
    const measured = await sendNext(app, quiet);
    assert.deepEqual([measured.status, measured.reason], ['skipped', 'nothing moved']);
    const unmeasured = await sendNext(app, quiet);
    assert.equal(unmeasured.status, 'sent', unmeasured.reason ?? '');
  });
});
