import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { exportArchive } from '../../src/cli/archive/export.ts';
import { checkArchive, importArchive } from '../../src/cli/archive/import.ts';
import { checkScope } from '../../src/cli/archive/scope-check.ts';
import { startTestApp } from '../support/app.ts';
import { openTestStores, type TestStores } from '../support/index.ts';
import { advanceDay } from '../support/rankings-api.ts';
import { dumpAnalytics, dumpTables, fillWorld, readWorld, toOpenStores, type ArchivedWorld } from './archive-world.ts';
import { addWaitingRows } from './archive-rows.ts';
import {
  ANALYTICS_TIES,
  copyArchive,
  openArchive,
  packArchive,
  rewriteHeader,
  TIES,
  withoutSection,
  withOther,
  type OpenedArchive,
} from './forged-archives.ts';
import { findTestFolder } from '../support/test-folder.ts';

const folder = await mkdtemp(join(findTestFolder(), 'sightline-archive-'));
after(() => rm(folder, { recursive: true, force: true }));

const [EVERYTHING = '', KEYS = '', PROJECT = '', OTHER = ''] = ['all', 'keys', 'project', 'other'].map((name) => join(folder, name));
/** Opens the secrets of the archive with keys. */
const passphrase = 'a passphrase of the tests';

/** What the first test exports and the others restore; the engine of ClickHouse exists once, so one after the other. */
let world: ArchivedWorld;
let tables: Record<string, string[]>;
let analytics: Record<string, string[]>;
let reads: Record<string, unknown>;
let projectReads: Record<string, unknown>;

test('a service is exported while it runs and when it does not, rows that wait for ClickHouse included', async (t) => {
  const app = await startTestApp(t);
  const { stores } = app;
  const open = toOpenStores(stores);
  world = await fillWorld(app);
  reads = await readWorld(app.api, world, 'all');
  projectReads = await readWorld(app.api, world, 'project');
  await exportArchive(open, { file: PROJECT, projectId: world.projectId, withKeys: false });
  await exportArchive(open, { file: OTHER, projectId: world.otherId, withKeys: false });
  await app.app.stop();

  await stores.postgres.query(`insert into outbox (table_name, rows_count, lines) values ('app_analytics', 1, $1)`, [
    JSON.stringify({ app_id: 'waits', platform: 'store_b', captured_at: '2026-01-02T00:00:00.000Z' }),
  ]);
  // A shipment of which the end is not known: it may have arrived, and must be there once.
  await stores.postgres.query(
    `insert into outbox_batches (table_name, token, row_ids) select 'app_analytics', 'begun', array_agg(id) from outbox`,
  );
  await addWaitingRows(stores.postgres);
  const manifest = await exportArchive(open, { file: EVERYTHING, projectId: undefined, withKeys: false });
  await exportArchive(open, { file: KEYS, projectId: undefined, withKeys: true, passphrase });
  assert.equal(await stores.outbox.countPending(), 3, 'an export ships nothing that was not under way');
  await stores.outbox.flush();
  tables = await dumpTables(stores);
  analytics = await dumpAnalytics(stores);
  for (const [table, rows] of Object.entries({ ...tables, ...analytics })) assert.ok(rows.length > 0, `${table} takes part in the test`);
  for (const { table, rows } of manifest.sections.filter(({ store }) => store === 'postgres'))
    assert.equal(rows, tables[table]?.length, table);

  assert.equal((await stat(EVERYTHING)).mode & 0o777, 0o600);
  await assert.rejects(exportArchive(open, { file: EVERYTHING, projectId: undefined, withKeys: false }), /exists already/u);
  await assert.rejects(
    exportArchive(open, { file: join(folder, 'none'), projectId: 'proj_none', withKeys: false }),
    /no project proj_none/u,
  );
});

test('everything comes back as it was, in the stores and by the API', async (t) => {
  const stores = await openTestStores(t);
  const { wasResumed } = await importArchive(toOpenStores(stores), EVERYTHING);
  assert.equal(wasResumed, false);
  assert.deepEqual(await dumpTables(stores), tables);
  assert.deepEqual(await dumpAnalytics(stores), analytics);
  await assert.rejects(importArchive(toOpenStores(stores), EVERYTHING), /not empty \(api_costs, .*project_limits/u);
  await assert.rejects(importArchive(toOpenStores(stores), PROJECT), /is here already/u);

  const app = await startTestApp(t, { stores });
  await advanceDay(app);
  assert.deepEqual(await readWorld(app.api, world, 'all'), reads);
  const made = await app.api.post('/api/assets', { project_id: world.projectId, type: 'website', value: 'new-one.com', name: 'new' });
  assert.equal(made.status, 201, 'numbers of new rows lie above the old ones');
  await assert.rejects(importArchive(toOpenStores(stores), EVERYTHING), /A service is running/u);
});

test('two projects that share keywords come to a service that had neither, shared rows once', async (t) => {
  const stores = await openTestStores(t);
  // Another domain has taken the number of one that comes.
  await stores.postgres.query(`insert into domains (domain, created_at) values ('was-here.com', now()), ('ledgerwise.app', now())`);
  await importArchive(toOpenStores(stores), PROJECT);
  await assert.rejects(importArchive(toOpenStores(stores), OTHER), /The organization org_rankings is here already/u);
  await assert.rejects(importArchive(toOpenStores(stores), OTHER, { organization: 'org_else' }), /org_rankings, not to org_else/u);
  await importArchive(toOpenStores(stores), OTHER, { organization: 'org_rankings' });
  const { rows: domains } = await stores.postgres.query(
    'select assets.value, domains.domain from assets left join domains on domains.id = domain_id order by assets.id',
  );
  for (const { value, domain } of domains) assert.ok(domain === null || value === domain, `${String(value)} is not ${String(domain)}`);
  const held = await dumpAnalytics(stores);
  for (const table of ['serp_runs', 'serp_checks']) {
    const ofProjects = analytics[table]?.filter((row) => !JSON.stringify(row).includes('run_waiting'));
    assert.equal(held[table]?.length, ofProjects?.length, `${table} holds each row once`);
  }
  assert.equal(held['backlink_snapshots']?.length, 1, 'a week of its own domain, once, and none of others');
  assert.equal((await stores.postgres.query('select from projects')).rowCount, 2);

  const app = await startTestApp(t, { stores });
  await advanceDay(app);
  assert.deepEqual(withoutNumbers(await readWorld(app.api, world, 'project')), withoutNumbers(projectReads));
});

test('an archive of one project names no other', async () => {
  const text = zstdDecompressSync(await readFile(PROJECT)).toString('utf8');
  assert.ok(text.includes(world.projectId));
  assert.ok(!text.includes(world.otherId), world.otherId);
});

test('a forged archive of a project is refused, whichever table it brings rows of others in, and nothing is written', async (t) => {
  const stores = await openTestStores(t);
  const open = toOpenStores(stores);
  await checkArchive(open, PROJECT);
  const genuine = await openArchive(PROJECT);
  const everything = await openArchive(EVERYTHING);
  const keys = await openArchive(KEYS);
  const file = join(folder, 'forged.archive');
  const refuses = async (what: string, change: (archive: OpenedArchive) => unknown): Promise<void> => {
    const archive = copyArchive(genuine);
    change(archive);
    await writeFile(file, packArchive(archive));
    const manifest = { ...archive.header, sections: archive.sections.map(({ store, table }) => ({ store, table, rows: 0, sha256: '' })) };
    await assert.rejects(checkScope(open, file, manifest), /The archive is not what an export writes/u, what);
  };
  const sectionOf = (archive: OpenedArchive, store: string, table: string) =>
    archive.sections.find((one) => one.store === store && one.table === table);
  const add = (
    archive: OpenedArchive,
    [store, table]: readonly [string, string],
    change: (row: Record<string, unknown>) => object,
  ): void => {
    const line = sectionOf(everything, store, table)?.lines.at(0) ?? '';
    const section = sectionOf(archive, store, table);
    assert.ok(section, `${table} is in an archive of a project`);
    section.lines.push(JSON.stringify(change(JSON.parse(section.lines.at(0) ?? line))));
  };
  for (const { table, project } of open.contents.relational) {
    const whole = sectionOf(keys, 'postgres', table);
    assert.ok(whole, table);
    if (project === 'none') await refuses(table, ({ sections }) => sections.push(whole));
    else {
      const tie = TIES[table];
      assert.ok(tie, `name the column by which ${table} belongs to a project`);
      await refuses(table, (archive) => add(archive, ['postgres', table], (row) => withOther(row, tie)));
    }
    for (const [column, other] of [
      ['project_id', world.otherId],
      ['organization_id', 'org_victim'],
      ['domain_id', 1_000_000],
    ] as const)
      if (project !== 'none' && TIES[table] !== column && whole.columns?.includes(column) === true)
        await refuses(`${table}.${column}`, (archive) => add(archive, ['postgres', table], (row) => ({ ...row, [column]: other })));
  }
  for (const { table, owner } of open.contents.analytics) {
    const whole = sectionOf(everything, 'clickhouse', table);
    assert.ok(whole, table);
    const tie = ANALYTICS_TIES[owner];
    if (tie === undefined) await refuses(table, ({ sections }) => sections.push(whole));
    else await refuses(table, (archive) => add(archive, ['clickhouse', table], (row) => withOther(row, tie)));
    if (tie === undefined) continue;
    await refuses(`${table}, its project`, (archive) =>
      add(archive, ['clickhouse', table], (row) => ({ ...row, project_id: world.otherId })),
    );
    await refuses(`${table}, twice`, (archive) => {
      const section = sectionOf(archive, 'clickhouse', table);
      section?.lines.push((section.lines[0] ?? '').replace('{', `{"${tie}":"another",`));
    });
    await refuses(`${table}, disguised`, (archive) => {
      const section = sectionOf(archive, 'clickhouse', table);
      section?.lines.push(
        (section.lines[0] ?? '').replace(`"${tie}"`, `"${tie.replace('d', String.raw`\u0064`).replace('p', String.raw`\u0070`)}"`),
      );
    });
  }
  for (const says of [{ has_keys: true }, { secrets: { kdf: 'scrypt-131072-8-1', salt: 'AA==', key_id: 'k_1' } }])
    await refuses('what it says it has', ({ header }) => Object.assign(header, says));
  await refuses('another project than it says', ({ header }) =>
    Object.assign(header, { scope: { kind: 'project', project_id: world.otherId } }),
  );
  await refuses('keys of an archive of everything that it says it has not', (archive) => {
    Object.assign(archive, { sections: keys.sections });
    Object.assign(archive.header, { scope: { kind: 'all' } });
  });
  await refuses('a secret of the service', (archive) => {
    Object.assign(archive, { sections: everything.sections.map((section) => ({ ...section })) });
    Object.assign(archive.header, { scope: { kind: 'all' } });
    add(archive, ['postgres', 'settings'], (row) => ({ ...row, name: 'provider_postback_token' }));
  });
  await assert.rejects(importArchive(open, file), /The archive is not what an export writes/u);
  const { jobs: _jobs, business_types: _types, ...rest } = await dumpTables(stores);
  assert.deepEqual(Object.values(rest).flat(), []);
  assert.deepEqual(Object.values(await dumpAnalytics(stores)).flat(), []);
});

test('an import that broke off is finished by the same command, and nothing is there twice', async (t) => {
  const stores = await openTestStores(t);
  for (const [inserts, fault] of [
    [0, 'before'],
    [2, 'after'],
    [3, 'before'],
  ] as const) {
    const broken = { ...toOpenStores(stores), clickhouse: breakAfter(stores.clickhouse, inserts, fault) };
    await assert.rejects(importArchive(broken, KEYS, { passphrase }), /the line is dead/u);
  }
  const { wasResumed } = await importArchive(toOpenStores(stores), KEYS, { passphrase });
  assert.equal(wasResumed, true);
  assert.deepEqual(await dumpAnalytics(stores), analytics);
  assert.deepEqual(await dumpTables(stores), tables);
  assert.equal((await stores.postgres.query('select from api_keys')).rowCount, 1);
});

test('hashes of keys travel only when asked for, and secrets never', async () => {
  const [plain, withKeys] = await Promise.all(
    [EVERYTHING, KEYS].map(async (file) => zstdDecompressSync(await readFile(file)).toString('utf8')),
  );
  assert.ok(!plain?.includes('"key_hash"') && withKeys?.includes('"key_hash":"'));
  assert.ok(!withKeys?.includes('provider_postback_token'));
});

test('an archive that is damaged, or of a newer schema or format, is refused before anything is written', async (t) => {
  const stores = await openTestStores(t);
  const bytes = await readFile(EVERYTHING);
  const lines = zstdDecompressSync(bytes).toString('utf8').split('\n');
  const pack = (changed: readonly string[]): Buffer => zstdCompressSync(changed.join('\n'));
  const rowAt = lines.findIndex((line) => line.includes('"ranked"'));
  const flipped = Buffer.from(bytes);
  const middle = Math.floor(flipped.length / 2);
  flipped[middle] = (flipped[middle] ?? 0) ^ 1;
  const damages: readonly (readonly [string, Buffer, RegExp])[] = [
    ['a bit', flipped, /is damaged/u],
    ['the second half', bytes.subarray(0, middle), /is damaged/u],
    ['the last line', pack([...lines.slice(0, -2), '']), /was cut off/u],
    ['a row', pack(lines.filter((_, at) => at !== rowAt)), /are not those that were written/u],
    [
      'a value',
      pack(lines.map((line, at) => (at === rowAt ? line.replace('"ranked"', '"failed"') : line))),
      /are not those that were written/u,
    ],
    ['a section', pack(withoutSection(lines, 'serp_runs')), /names other tables/u],
    ['more behind it', pack([...lines.slice(0, -1), '{}', '']), /something follows/u],
    ['another file', Buffer.from('PK'), /is damaged or no archive/u],
    ['nothing in it', Buffer.alloc(0), /is damaged/u],
  ];
  for (const [what, content, message] of damages) {
    const file = join(folder, 'damaged.archive');
    await writeFile(file, content);
    await assert.rejects(importArchive(toOpenStores(stores), file), message, what);
  }
  const newer: readonly (readonly [(header: any) => unknown, RegExp])[] = [
    [(header) => header.migrations.postgres.push('9999_far_future'), /made by a newer release .* 9999_far_future/u],
    [(header) => header.migrations.clickhouse.push('9999_far_future'), /made by a newer release/u],
    [(header) => (header.format = 2), /format 2, and this release reads format 1/u],
  ];
  for (const [change, message] of newer) {
    const file = join(folder, 'newer.archive');
    await writeFile(file, await rewriteHeader(EVERYTHING, change));
    await assert.rejects(importArchive(toOpenStores(stores), file), message);
  }
  const { jobs, business_types: types, ...rest } = await dumpTables(stores);
  assert.deepEqual([jobs?.length, types?.length], [4, 9], 'those that every service has');
  assert.deepEqual(Object.values(rest).flat(), []);
  assert.deepEqual(Object.values(await dumpAnalytics(stores)).flat(), []);
});

/** Numbers of domains are those of a service. */
function withoutNumbers(answers: unknown): unknown {
  return JSON.parse(JSON.stringify(answers, (name, value: unknown) => (name === 'domain_id' ? undefined : value)));
}

/** A ClickHouse that takes so many inserts and then no more; of the last one only the answer is lost, or all. */
function breakAfter(real: TestStores['clickhouse'], inserts: number, fault: 'before' | 'after'): ClickHouse {
  let taken = 0;
  return {
    ...real,
    insertLines: async (...parameters) => {
      if (taken >= inserts && fault === 'before') throw new Error('the line is dead');
      await real.insertLines(...parameters);
      taken += 1;
      if (taken > inserts) throw new Error('the line is dead');
    },
  };
}
