import { readFile } from 'node:fs/promises';
import { readConfig } from '#config';
import { formatPlural } from '#kernel/text.ts';
import { exportArchive } from './export.ts';
import { checkArchive, importArchive } from './import.ts';
import { withStores } from './open-stores.ts';
import type { ProjectPlan } from './scope-check.ts';
import type { Manifest } from '#stores/archive/format.ts';
import { toTable } from '../tables.ts';

export interface ExportFlags {
  readonly project?: string;
  readonly all?: boolean;
  readonly withKeys?: boolean;
  readonly passphraseFile?: string;
  readonly json?: boolean;
}

/** `sightline export`: writes the archive and says what is in it. */
export async function runExport(file: string, flags: ExportFlags): Promise<void> {
  const { project, all = false, withKeys = false, passphraseFile, json = false } = flags;
  if ((project === undefined) === !all) throw new Error('Say what to export: --project <id>, or --all.');
  if (withKeys && !all) throw new Error('--with-keys goes with --all: keys belong to the service, not to a project.');
  if (passphraseFile !== undefined && !all) throw new Error('--passphrase-file goes with --all: an archive of a project holds no secrets.');
  const passphrase = await readPassphrase(passphraseFile, all);
  const manifest = await withStores((stores) => exportArchive(stores, { file, projectId: project, withKeys, passphrase }));
  if (json) return say(JSON.stringify({ file, ...manifest }, undefined, 2));
  say(`${file}\n${describe(manifest)}`);
}

export interface ImportFlags {
  readonly organization?: string;
  readonly check?: boolean;
  readonly passphraseFile?: string;
  readonly withoutSecrets?: boolean;
  readonly json?: boolean;
}

/** `sightline import`: says what an archive brings, restores it, and says what was restored. */
export async function runImport(file: string, flags: ImportFlags): Promise<void> {
  const { organization, check = false, passphraseFile, withoutSecrets = false, json = false } = flags;
  const passphrase = withoutSecrets ? undefined : await readPassphrase(passphraseFile);
  if (check) {
    const { manifest, plan } = await withStores((stores) => checkArchive(stores, file, passphrase));
    return say(json ? JSON.stringify({ file, plan: plan ?? null, ...manifest }, undefined, 2) : describePlan(manifest, plan));
  }
  const show = (manifest: Manifest, plan: ProjectPlan | undefined): void => void (json || say(`${describePlan(manifest, plan)}\n`));
  const { manifest, wasResumed } = await withStores((stores) =>
    importArchive(stores, file, { organization, passphrase, withoutSecrets, show }),
  );
  if (json) return say(JSON.stringify({ file, resumed: wasResumed, ...manifest }, undefined, 2));
  say(wasResumed ? 'Finished an import that had been broken off.' : 'Imported.');
}

const PASSPHRASE_LENGTH_MIN = 12;

/** From the file, else from `ARCHIVE_PASSPHRASE`; undefined: secrets are left out. */
async function readPassphrase(file: string | undefined, isWanted = true): Promise<string | undefined> {
  if (!isWanted) return undefined;
  const passphrase = file === undefined ? readConfig().archivePassphrase : (await readFile(file, 'utf8')).replace(/\r?\n$/u, '');
  if (passphrase !== undefined && passphrase.length < PASSPHRASE_LENGTH_MIN)
    throw new Error(`The passphrase must have at least ${PASSPHRASE_LENGTH_MIN} characters.`);
  return passphrase;
}

function describePlan(manifest: Manifest, plan: ProjectPlan | undefined): string {
  if (plan === undefined) return describe(manifest);
  const { project, organization, shares } = plan;
  const lines = [
    `Project "${project.name}" (${project.id}) of the organization "${organization.name}" (${organization.id}), which ${organization.isHere ? 'is here already' : 'is new here'}.`,
    shares === 0
      ? 'No share link comes with it.'
      : `${formatPlural(shares, 'share link comes', 'share links come')} with it: who has one can read the project.`,
  ];
  return `${lines.join('\n')}\n${describe(manifest)}`;
}

function describe(manifest: Manifest): string {
  const what = manifest.scope.kind === 'all' ? 'everything' : `project ${manifest.scope.project_id}`;
  const keys = manifest.has_keys ? ', with hashes of API keys' : '';
  const secrets = manifest.secrets === undefined ? ', without secrets' : ', with secrets under a passphrase';
  const rows = manifest.sections.filter((section) => section.rows > 0);
  const table = toTable(
    [{ title: 'STORE' }, { title: 'TABLE' }, { title: 'ROWS', align: 'right' }],
    rows.map((section) => [section.store, section.table, String(section.rows)]),
  );
  return `${manifest.id}: ${what}${keys}${secrets}, made ${manifest.made_at} by ${manifest.version}\n\n${table}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
