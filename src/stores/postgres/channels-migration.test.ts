import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeLogger } from '#kernel/logger.ts';
import { onEnd } from '../../../test/support/closers.ts';
import { openTestStores } from '../../../test/support/index.ts';
import { migratePostgres } from './index.ts';
import { POSTGRES_MIGRATIONS } from './migrations.ts';

const logger = makeLogger('fatal');
const LAST_BEFORE = '0119_member_spending.sql';

test('what an earlier release sent to the receiver of the operator is kept with its tries', async (t) => {
  const { postgres } = await openTestStores(t);
  await postgres.query('drop schema public cascade');
  await postgres.query('create schema public');
  const folder = await mkdtemp(join(tmpdir(), 'sightline-migrations-'));
  onEnd(t, () => rm(folder, { recursive: true, force: true }));
  const before = (await readdir(POSTGRES_MIGRATIONS)).filter((name) => name <= LAST_BEFORE);
  for (const name of before) await copyFile(join(POSTGRES_MIGRATIONS, name), join(folder, name));
  await migratePostgres(postgres, logger, folder);
  await postgres.query(`
    insert into webhook_deliveries (id, event, url, body, status, attempts, response_status, error, created_at, delivered_at) values
      ('msg_1', 'categories_synced', 'https://a.example/hook', '{"a":1}', 'delivered', 2, 200, null, '2026-11-01T10:00Z', '2026-11-01T10:01Z'),
      ('msg_2', 'test', 'https://a.example/hook', '{}', 'failed', 4, 500, 'HTTP 500', '2026-11-02T10:00Z', null),
      ('msg_3', 'categories_synced', 'https://a.example/hook', '{}', 'pending', 1, null, 'timeout', '2026-11-03T10:00Z', null);
    insert into webhook_tries (delivery_id, number, began_at, duration_ms, response_status, error) values
      ('msg_1', 1, '2026-11-01T10:00Z', 12, 500, 'HTTP 500'), ('msg_1', 2, '2026-11-01T10:01Z', 9, 200, null);
  `);
  assert.ok((await migratePostgres(postgres, logger)).includes('0122_channels'));
  const { rows } = await postgres.query(
    `select id, channel_id, event, url, body, status, attempts, round, round_tries, is_test, severity, response_status, error
     from notifications order by id`,
  );
  const same = { channelId: null, url: 'https://a.example/hook', round: 1, roundTries: 0, severity: 'info' };
  const sync = { ...same, event: 'categories_synced', isTest: false };
  assert.deepEqual(rows, [
    { ...sync, id: 'msg_1', body: '{"a":1}', status: 'delivered', attempts: 2, responseStatus: 200, error: null },
    {
      ...same,
      id: 'msg_2',
      event: 'test',
      isTest: true,
      body: '{}',
      status: 'failed',
      attempts: 4,
      responseStatus: 500,
      error: 'HTTP 500',
    },
    { ...sync, id: 'msg_3', body: '{}', status: 'pending', attempts: 1, responseStatus: null, error: 'timeout' },
  ]);
  const tries = await postgres.query('select delivery_id, number, response_status from notification_tries order by number');
  assert.deepEqual(tries.rows, [
    { deliveryId: 'msg_1', number: 1, responseStatus: 500 },
    { deliveryId: 'msg_1', number: 2, responseStatus: 200 },
  ]);
  const tables = await postgres.query(`select to_regclass('webhook_deliveries') as deliveries, to_regclass('webhook_tries') as tries`);
  assert.deepEqual(tables.rows, [{ deliveries: null, tries: null }]);
});
