import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { exportArchive } from '../../src/cli/archive/export.ts';
import { importArchive } from '../../src/cli/archive/import.ts';
import { openTestStores } from '../support/index.ts';
import { findTestFolder } from '../support/test-folder.ts';
import { dumpTables, toOpenStores } from './archive-world.ts';
import { openArchive, packArchive } from './forged-archives.ts';

const folder = await mkdtemp(join(findTestFolder(), 'sightline-older-'));
after(() => rm(folder, { recursive: true, force: true }));
const NOW = join(folder, 'now.archive');
const OLDER = join(folder, 'older.archive');
let tables: Record<string, string[]>;

test('an archive of an earlier release has columns and tables that are gone', async (t) => {
  const stores = await openTestStores(t);
  await stores.postgres.query(
    `insert into keyword_figures (id, source, normalized_text, location_code, language_code, due_at) values ('fig_1', 'labs', 'tea', 2840, 'en', now())`,
  );
  const open = toOpenStores(stores);
  await exportArchive(open, { file: NOW, projectId: undefined, withKeys: false });
  tables = await dumpTables(stores);
  const archive = await openArchive(NOW);
  for (const section of archive.sections) {
    const { gone = [] } = open.contents.relational.find(({ table }) => table === section.table) ?? {};
    section.columns?.push(...gone);
    const old = Object.fromEntries(gone.map((name) => [name, 'old']));
    section.lines = section.lines.map((line) => (gone.length > 0 ? JSON.stringify({ ...JSON.parse(line), ...old }) : line));
  }
  for (const table of Object.keys(open.contents.gone))
    archive.sections.push({ store: 'postgres', table, columns: ['old'], lines: ['{"old":"old"}'] });
  await writeFile(OLDER, packArchive(archive));
});

test('it is restored without them', async (t) => {
  const stores = await openTestStores(t);
  await importArchive(toOpenStores(stores), OLDER);
  assert.ok((tables['keyword_figures'] ?? []).length > 0);
  assert.deepEqual(await dumpTables(stores), tables);
});
