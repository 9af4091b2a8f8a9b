import { exportArchive } from './export.ts';
import { importArchive } from './import.ts';
import { withStores } from './open-stores.ts';
import type { Manifest } from '#stores/archive/format.ts';
import { toTable } from '../tables.ts';

export interface ExportFlags {
  readonly project?: string;
  readonly all?: boolean;
  readonly withKeys?: boolean;
  readonly json?: boolean;
}

/** `sightline export`: writes the archive and says what is in it. */
export async function runExport(file: string, { project, all = false, withKeys = false, json = false }: ExportFlags): Promise<void> {
  if ((project === undefined) === !all) throw new Error('Say what to export: --project <id>, or --all.');
  if (withKeys && !all) throw new Error('--with-keys goes with --all: keys belong to the service, not to a project.');
  const manifest = await withStores((stores) => exportArchive(stores, { file, projectId: project, withKeys }));
  if (json) return say(JSON.stringify({ file, ...manifest }, undefined, 2));
  say(`${file}\n${describe(manifest)}`);
}

/** `sightline import`: restores the archive and says what was in it. */
export async function runImport(file: string, { json = false }: Pick<ExportFlags, 'json'>): Promise<void> {
  const { manifest, wasResumed } = await withStores((stores) => importArchive(stores, file));
  if (json) return say(JSON.stringify({ file, resumed: wasResumed, ...manifest }, undefined, 2));
  say(`${wasResumed ? 'Finished an import that had been broken off.' : 'Imported.'}\n${describe(manifest)}`);
}

function describe(manifest: Manifest): string {
  const what = manifest.scope.kind === 'all' ? 'everything' : `project ${manifest.scope.project_id}`;
  const keys = manifest.has_keys ? ', with hashes of API keys' : '';
  const rows = manifest.sections.filter((section) => section.rows > 0);
  const table = toTable(
    [{ title: 'STORE' }, { title: 'TABLE' }, { title: 'ROWS', align: 'right' }],
    rows.map((section) => [section.store, section.table, String(section.rows)]),
  );
  return `${manifest.id}: ${what}${keys}, made ${manifest.made_at} by ${manifest.version}\n\n${table}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
