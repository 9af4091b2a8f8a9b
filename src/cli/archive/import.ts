import { join } from 'node:path';
import { ArchiveError, type ArchiveHeader, type Manifest } from '#stores/archive/format.ts';
import { readArchive, type ArchivePart } from '#stores/archive/read-archive.ts';
import { migrateClickHouse, readClickHouseMigrations } from '#stores/clickhouse/index.ts';
import { readMigrations } from '#stores/migration-files.ts';
import { migratePostgres, POSTGRES_MIGRATIONS } from '#stores/postgres/index.ts';
import { openArchiveLock, type ArchiveLock } from '#stores/secrets/archive.ts';
import { toKey, type AnalyticsTable } from '#stores/archive/analytics-rows.ts';
import { findImport, finishImport, importRelational, noteArrived } from './import-relational.ts';
import type { OpenStores } from './open-stores.ts';
import { checkScope, type ProjectPlan } from './scope-check.ts';

export interface ImportResult {
  readonly manifest: Manifest;
  /** Whether an earlier try had been broken off after PostgreSQL had everything. */
  readonly wasResumed: boolean;
}

export interface ImportOptions {
  /** The organization that is here already and that a project may be added to. */
  readonly organization?: string | undefined;
  /** Opens the secrets of the archive. */
  readonly passphrase?: string | undefined;
  /** The archive's secrets are left out. */
  readonly withoutSecrets?: boolean;
  /** Called before anything of the archive is written. */
  readonly show?: (manifest: Manifest, plan: ProjectPlan | undefined) => void;
}

/**
 * Restores an archive with all ids. Everything is read and compared with its checksums before
 * anything is written; PostgreSQL gets all of it or nothing; ClickHouse gets batches under names of
 * their own, so that an import that broke off is finished by the same command.
 * @throws ArchiveError when it is damaged, of a newer schema, or there is no room for it: an archive of
 *   everything wants empty stores, that of a project a service without that project; and when it holds rows that an
 *   export of its scope does not take
 */
export async function importArchive(stores: OpenStores, file: string, options: ImportOptions = {}): Promise<ImportResult> {
  const { manifest, plan, lock } = await checkArchive(stores, file, options.passphrase);
  if (manifest.secrets !== undefined && lock === undefined && options.withoutSecrets !== true) throw noPassphrase();
  const started = await findImport(stores.postgres, manifest.id);
  options.show?.(manifest, plan);
  if (started === undefined) {
    assertOrganization(plan, options.organization);
    await importRelational({ ...stores, lock }, file, manifest);
  }
  await importAnalytics(stores, file, manifest);
  await finishImport(stores.postgres, manifest.id);
  return { manifest, wasResumed: started !== undefined };
}

/**
 * Reads all of an archive, and compares its rows with its scope. The stores get the schema of this release, and nothing of the archive.
 * @throws ArchiveError
 */
export async function checkArchive(
  stores: OpenStores,
  file: string,
  passphrase?: string,
): Promise<{ readonly manifest: Manifest; readonly plan: ProjectPlan | undefined; readonly lock: ArchiveLock | undefined }> {
  const manifest = await verifyArchive(file);
  const { secrets } = manifest;
  const lock = passphrase === undefined || secrets === undefined ? undefined : await openArchiveLock(passphrase, secrets);
  await migrate(stores);
  return { manifest, plan: await checkScope(stores, file, manifest), lock };
}

function noPassphrase(): ArchiveError {
  return new ArchiveError(
    'The archive holds secrets, sealed with a passphrase. Nothing was imported. Give it with --passphrase-file, or leave the secrets out with --without-secrets: they must be entered again then.',
  );
}

/** An archive says by itself to which organization its project belongs, so the operator has the last word where that one has others here. */
function assertOrganization(plan: ProjectPlan | undefined, allowed: string | undefined): void {
  if (plan === undefined) return;
  const { id, isHere } = plan.organization;
  if (allowed !== undefined && allowed !== id)
    throw new ArchiveError(`The archive's project belongs to the organization ${id}, not to ${allowed}. Nothing was imported.`);
  if (isHere && allowed === undefined)
    throw new ArchiveError(
      `The organization ${id} is here already, and would get the project. Nothing was imported. If that is right, say so: --organization ${id}`,
    );
}

/**
 * Reads an archive from its first to its last byte; changes nothing. Its schema is looked at when the bytes have proved to be those that
 * were written: a damaged head can name what no release has.
 * @throws ArchiveError when it is damaged or newer than this release
 */
async function verifyArchive(file: string): Promise<Manifest> {
  let header: ArchiveHeader | undefined;
  let manifest: Manifest | undefined;
  for await (const part of readArchive(file)) {
    if (part.kind === 'header') header = part.header;
    manifest = manifestOf(part) ?? manifest;
  }
  if (header !== undefined) await assertKnownSchema(file, header);
  if (manifest === undefined) throw new ArchiveError(`${file} holds no manifest.`);
  return manifest;
}

function manifestOf(part: ArchivePart): Manifest | undefined {
  return part.kind === 'manifest' ? part.manifest : undefined;
}

/** Columns that this release does not know would be lost without a word. */
async function assertKnownSchema(file: string, { version, migrations }: ArchiveHeader): Promise<void> {
  const files = { postgres: await readMigrations(join(POSTGRES_MIGRATIONS)), clickhouse: await readClickHouseMigrations() };
  const unknown = (['postgres', 'clickhouse'] as const).flatMap((store) => {
    const names = new Set(files[store].map(({ name }) => name));
    return migrations[store].filter((name) => !names.has(name));
  });
  if (unknown.length === 0) return;
  throw new ArchiveError(
    `${file} was made by a newer release (${version}): this one does not know ${unknown.join(', ')}. Nothing was imported. Import it with that release.`,
  );
}

async function migrate({ postgres, clickhouse, config, logger }: OpenStores): Promise<void> {
  await migratePostgres(postgres, logger);
  await migrateClickHouse({ clickhouse, postgres, cluster: config.clickhouseCluster, logger });
}

/**
 * Puts the rows of ClickHouse in place, batch after batch, each under a token: one that had arrived
 * when an import broke off is not written twice.
 */
async function importAnalytics({ postgres, clickhouse, contents }: OpenStores, file: string, manifest: Manifest): Promise<void> {
  const state = await findImport(postgres, manifest.id);
  if (state === undefined) throw new ArchiveError('The import was begun elsewhere and has ended there.');
  for await (const part of readArchive(file)) {
    if (part.kind !== 'rows' || part.section.store !== 'clickhouse') continue;
    const { table: name } = part.section;
    const table = contents.analytics.find((one) => one.table === name);
    if (table === undefined) throw new ArchiveError(`The archive holds a table ${name} of ClickHouse that this release does not know.`);
    if (part.number < (state.arrived[name] ?? 0)) continue;
    const lines = withoutKnown(table, part.lines, state.known[name]);
    if (lines.length > 0) await clickhouse.insertLines(name, lines.join('\n'), `import:${manifest.id}:${name}:${part.number}`);
    await noteArrived(postgres, manifest.id, { table: name, batches: part.number + 1 });
  }
}

function withoutKnown(
  { identity = [] }: AnalyticsTable,
  lines: readonly string[],
  known: readonly string[] | undefined,
): readonly string[] {
  if (known === undefined || known.length === 0) return lines;
  const keys = new Set(known);
  return lines.filter((line) => !keys.has(toKey(identity, JSON.parse(line) as Record<string, unknown>)));
}
