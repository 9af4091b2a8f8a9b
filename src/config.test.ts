import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigError, listSecrets, readConfig } from './config.ts';

test('the limits of the provider are what it allows, unless they are set lower', () => {
  assert.deepEqual(readConfig({}).providerLimits, { concurrency: 20, perSecond: 30, perMinute: 2_000, adsPerMinute: 12 });
  const lower = { DATAFORSEO_CONCURRENCY: '5', DATAFORSEO_PER_SECOND: '1', DATAFORSEO_PER_MINUTE: '60', DATAFORSEO_ADS_PER_MINUTE: '' };
  assert.deepEqual(readConfig(lower).providerLimits, { concurrency: 5, perSecond: 1, perMinute: 60, adsPerMinute: 12 });
});

test('limits above what the provider allows stop the start, each by its name', () => {
  const wrong = {
    DATAFORSEO_CONCURRENCY: '21',
    DATAFORSEO_PER_SECOND: '0',
    DATAFORSEO_PER_MINUTE: 'many',
    DATAFORSEO_ADS_PER_MINUTE: '1.5',
  };
  assert.throws(
    () => readConfig(wrong),
    (error) => {
      assert.ok(error instanceof ConfigError);
      assert.deepEqual(error.message.split('\n').slice(1), [
        '  DATAFORSEO_CONCURRENCY: must be a whole number from 1 to 20',
        '  DATAFORSEO_PER_SECOND: must be a whole number from 1 to 30',
        '  DATAFORSEO_PER_MINUTE: must be a whole number from 1 to 2000',
        '  DATAFORSEO_ADS_PER_MINUTE: must be a whole number from 1 to 12',
      ]);
      return true;
    },
  );
});

test('where a word stands for an address, the message names both', () => {
  for (const [name, given, wanted] of [
    ['SANDBOX', 'on', 'must be 1 or an http address'],
    ['CORS_ORIGINS', 'any', 'must be http addresses or *, separated by commas'],
  ] as const)
    assert.throws(() => readConfig({ [name]: given }), new RegExp(`${name}: ${wanted.replace('*', '\\*')}`, 'u'));
  assert.equal(readConfig({ SANDBOX: '1' }).sandbox, 'start');
  assert.equal(readConfig({ SANDBOX: 'http://127.0.0.1:1' }).sandbox, 'http://127.0.0.1:1');
});

test('proxies are trusted by address or network, and never all of the world', () => {
  assert.deepEqual(readConfig({}).trustedProxies, []);
  const given = '10.0.0.0/8, 127.0.0.1,2001:db8::/32 , ::1';
  assert.deepEqual(readConfig({ TRUST_PROXY: given }).trustedProxies, ['10.0.0.0/8', '127.0.0.1', '2001:db8::/32', '::1']);
  for (const wrong of [
    'true',
    '1',
    'loopback',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    '::1/129',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.0/-8',
    '10.0.0.0/8;::1',
  ])
    assert.throws(() => readConfig({ TRUST_PROXY: wrong }), /TRUST_PROXY: must be addresses or networks/u, wrong);
});

test('the password of the owner may stand in a file, and needs an e-mail address', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-config-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'password');
  await writeFile(file, 'correct horse battery\n');
  const owner = { SIGHTLINE_OWNER_EMAIL: 'Ada@Example.com', SIGHTLINE_OWNER_PASSWORD_FILE: file };
  const config = readConfig(owner);
  assert.deepEqual(config.owner, { email: 'ada@example.com', password: 'correct horse battery' });
  assert.ok(listSecrets(config).includes('correct horse battery'));
  assert.throws(
    () => readConfig({ ...owner, SIGHTLINE_OWNER_PASSWORD: 'correct horse battery' }),
    /SIGHTLINE_OWNER_PASSWORD_FILE: leave out/u,
  );
  assert.throws(() => readConfig({ ...owner, SIGHTLINE_OWNER_PASSWORD_FILE: join(folder, 'none') }), /cannot be read \(ENOENT\)/u);
  await writeFile(file, 'short');
  assert.throws(() => readConfig(owner), /SIGHTLINE_OWNER_PASSWORD: must have at least 12 characters/u);
  assert.throws(() => readConfig({ SIGHTLINE_OWNER_PASSWORD: 'correct horse battery' }), /SIGHTLINE_OWNER_EMAIL: needs/u);
});

test('settings that belong together stop the start when one of them is missing, and the message names both', () => {
  const pairs = [
    ['LLM_INPUT_USD_PER_MTOK', 'LLM_OUTPUT_USD_PER_MTOK', '3', '15'],
    ['BLOB_ACCESS_KEY_ID', 'BLOB_SECRET_ACCESS_KEY', 'key', 'secret'],
    ['SIGHTLINE_OWNER_EMAIL', 'SIGHTLINE_OWNER_PASSWORD', 'ada@example.com', 'correct horse battery'],
  ] as const;
  for (const [one, other, ofOne, ofOther] of pairs) {
    const message = new RegExp(`${one}: needs ${other}`, 'u');
    assert.throws(() => readConfig({ [one]: ofOne }), message);
    assert.throws(() => readConfig({ [other]: ofOther }), message);
    assert.doesNotThrow(() => readConfig({ [one]: ofOne, [other]: ofOther }));
  }
});

test('a part of the service that runs on its own needs both stores at an address, and a cluster needs one', () => {
  const stores = { DATABASE_URL: 'postgres://127.0.0.1/a', CLICKHOUSE_URL: 'http://127.0.0.1:8123' };
  assert.doesNotThrow(() => readConfig({ ROLE: 'worker', ...stores }));
  assert.throws(() => readConfig({ ROLE: 'worker', ...stores, DATABASE_URL: '' }), /ROLE: worker needs DATABASE_URL/u);
  assert.throws(() => readConfig({ ROLE: 'worker', ...stores, CLICKHOUSE_URL: '' }), /ROLE: worker needs CLICKHOUSE_URL/u);
  assert.doesNotThrow(() => readConfig({ CLICKHOUSE_CLUSTER: 'main', CLICKHOUSE_URL: stores.CLICKHOUSE_URL }));
  assert.throws(() => readConfig({ CLICKHOUSE_CLUSTER: 'main' }), /CLICKHOUSE_CLUSTER: needs CLICKHOUSE_URL/u);
});

test('answers stay as long as their runs unless told otherwise, and never longer', () => {
  const daysOf = (environment: Record<string, string>) => {
    const { serpRetentionDays, serpEvidenceDays } = readConfig(environment);
    return [serpRetentionDays, serpEvidenceDays];
  };
  assert.deepEqual(daysOf({}), [35, 35]);
  assert.deepEqual(daysOf({ SERP_RETENTION_DAYS: '60' }), [60, 60]);
  assert.deepEqual(daysOf({ SERP_EVIDENCE_DAYS: '0' }), [35, 0]);
  assert.deepEqual(daysOf({ SERP_RETENTION_DAYS: '60', SERP_EVIDENCE_DAYS: '60' }), [60, 60]);
  assert.throws(() => readConfig({ SERP_EVIDENCE_DAYS: '36' }), /SERP_EVIDENCE_DAYS: must be at most SERP_RETENTION_DAYS/u);
  for (const days of ['-1', '1.5', 'ten', '3651'])
    assert.throws(
      () => readConfig({ SERP_RETENTION_DAYS: '3650', SERP_EVIDENCE_DAYS: days }),
      /SERP_EVIDENCE_DAYS: must be a number of days/u,
    );
});
