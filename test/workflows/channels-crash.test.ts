import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSandbox } from '../../sandbox/index.ts';
import { makeApiClient } from '../support/api-client.ts';
import { listSent } from '../support/channel-world.ts';
import { onEnd } from '../support/closers.ts';
import { cloneTestDatabase } from '../support/index.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { killService, planService, startService, stopService } from '../support/service-process.ts';
import { findTestFolder } from '../support/test-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

test("after kill -9 between the receiver's answer and its record a message is sent once more, with the same id", async (t) => {
  const dataDir = await mkdtemp(join(findTestFolder(), 'sightline-channels-'));
  onEnd(t, () => rm(dataDir, { recursive: true, force: true }));
  const started = await startSandbox({ port: 0 });
  onEnd(t, () => started.close());
  const sandbox = makeApiClient(started.url);
  const databaseUrl = await cloneTestDatabase(t);
  const { api, ...place } = await planService({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SANDBOX: started.url,
    KEYWORD_ENRICHMENT: 'off',
  });
  await sandbox.post('/_sandbox/faults', { match: '/_sandbox/webhook', kind: 'lost_answer', count: 1, delay_ms: 60_000 });
  const first = await startService({ api, ...place }, PATIENCE_MS);
  const made = await api.post('/api/channels', { kind: 'webhook', name: 'Ours', config: { url: `${started.url}/_sandbox/webhook` } });
  const { id } = made.body.channel;
  const { test_id: testId } = (await api.post(`/api/channels/${id}/test`, {})).body;
  await waitUntil(async () => (await listSent({ sandbox })).length === 1, 'the receiver to take it');
  await killService(first);
  const second = await startService({ api, ...place }, PATIENCE_MS);
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
