import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendReleased } from '#areas/channels/delivery/keep-held.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { listSent, makeWebhook, say, toNotice, waitForDelivery } from '../support/channel-world.ts';
import { makeProject } from '../support/rankings-api.ts';
import { waitUntil } from '../support/wait-until.ts';

const ORG = 'org_quiet';
const NIGHT = { from: '22:00', to: '08:00', critical_passes: true };

/** Nights in which the clocks of Berlin change; the world's time goes forward only. */
const NIGHTS = [
  { name: 'forward', evening: '2027-03-27T22:00:00Z', before: '2027-03-28T05:59:58Z', end: '2027-03-28T06:00:00.000Z' },
  { name: 'back', evening: '2027-10-30T21:00:00Z', before: '2027-10-31T06:59:58Z', end: '2027-10-31T07:00:00.000Z' },
];

test('what quiet hours hold goes as one message at 08:00 of the project, in nights in which clocks change too', async (t) => {
  const app = await startTestApp(t, { retryWaitsMs: [1, 1, 1] });
  const projectId = await makeProject(app.api, ['mine.com'], ORG);
  assert.equal((await app.api.put(`/api/projects/${projectId}`, { time_zone: 'Europe/Berlin' })).status, 200);
  const about = { organizationId: ORG, projectId };
  for (const night of NIGHTS)
    await t.test(`clocks go ${night.name}`, async () => {
      const { id } = await makeWebhook(app, { project_id: projectId, quiet: NIGHT });
      await moveTo(app, night.evening);
      await say(app, toNotice(`${night.name} in the evening`, about), [id]);
      await moveTo(app, night.before);
      await say(app, toNotice(`${night.name} in the morning`, about), [id]);
      await sendReleased(app.app.context);
      const held = [
        await waitForDelivery(app, id, `${night.name} in the e`, 'held'),
        await waitForDelivery(app, id, `${night.name} in the m`, 'held'),
      ];
      assert.deepEqual(
        held.map(({ held_until: until }) => until),
        [night.end, night.end],
      );
      await moveTo(app, night.end);
      const message = await waitForDelivery(app, id, '2 messages from the quiet hours', 'delivered');
      assert.equal((await listSent(app, message.id)).length, 1);
      assert.deepEqual((await Promise.all(held.map((one) => listSent(app, one.id)))).flat(), [], 'nothing beside it');
      await app.api.delete(`/api/channels/${id}`);
    });
});

/** Resolves when the service has the time. */
async function moveTo({ sandbox, app: { context } }: TestApp, instant: string): Promise<void> {
  await sandbox.post('/_sandbox/clock', { now: instant });
  const at = new Date(instant).getTime();
  await waitUntil(() => Promise.resolve(Math.abs(context.clock.now().getTime() - at) < 60_000), `the service to follow to ${instant}`);
}
