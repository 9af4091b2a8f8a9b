import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listSent } from '../support/channel-world.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { planSandboxedService } from '../support/sandboxed-service.ts';
import { killService, startService, stopService } from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';

test("after kill -9 between the receiver's answer and its record a message is sent once more, with the same id", async (t) => {
  const { place, sandboxUrl, sandbox } = await planSandboxedService(t);
  const { api } = place;
  await sandbox.post('/_sandbox/faults', { match: '/_sandbox/webhook', kind: 'lost_answer', count: 1, delay_ms: 60_000 });
  const first = await startService(place, PATIENCE_MS);
  const made = await api.post('/api/channels', { kind: 'webhook', name: 'Ours', config: { url: `${sandboxUrl}/_sandbox/webhook` } });
  const { id } = made.body.channel;
  const { test_id: testId } = (await api.post(`/api/channels/${id}/test`, {})).body;
  await waitUntil(async () => (await listSent({ sandbox })).length === 1, 'the receiver to take it');
  await killService(first);
  const second = await startService(place, PATIENCE_MS);
  await waitUntil(
    async () => (await api.get(`/api/channels/${id}/deliveries/${testId}`)).body.delivery.status === 'delivered',
    'the message to be delivered',
  );
  const sent = await listSent({ sandbox });
  assert.deepEqual(
    sent.map(({ headers }) => headers['webhook-id']),
    [testId, testId],
  );
  await stopService(second);
});
