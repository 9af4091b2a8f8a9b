import { findKnown } from '#stores/archive/analytics-rows.ts';
import { ArchiveError, type Manifest } from '#stores/archive/format.ts';
import { readArchive } from '#stores/archive/read-archive.ts';
import { findRenumbered, importRows, raiseSequences } from '#stores/archive/table-rows.ts';
import { ensureMonthlyPartition } from '#stores/postgres/index.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import { sealFromArchive, type ArchiveLock } from '#stores/secrets/archive.ts';
import { findNamed, listKeptColumns, type ArchiveTable } from '#stores/archive/archive-table.ts';
import type { ArchiveContents } from './contents.ts';
import type { OpenStores } from './open-stores.ts';
import { assertColumns } from './scope-check.ts';

/** Advisory lock, an arbitrary unique number: one import at a time. */
const LOCK = 7_214_400_110;

/** What an import has done, kept until ClickHouse has everything too. */
export interface ImportState {
  /** Shared rows of ClickHouse that were there before, by table. */
  readonly known: Readonly<Record<string, readonly string[]>>;
  /** Batches that have arrived, by table. */
  readonly arrived: Readonly<Record<string, number>>;
}

const SHOWN = 5;
/** Most partitions of all tables together: more than fifty years. */
const PARTITIONS_MAX = 1_200;

const nameOf = (archiveId: string): string => `import:${archiveId}`;

/** The state of an import of this archive that has not ended. */
export async function findImport(sql: Sql, archiveId: string): Promise<ImportState | undefined> {
  const { rows } = await sql.query<{ value: ImportState }>('select value from settings where name = $1', [nameOf(archiveId)]);
  return rows[0]?.value;
}

export async function noteArrived(sql: Sql, archiveId: string, { table, batches }: { table: string; batches: number }): Promise<void> {
  await sql.query(
    `update settings set value = jsonb_set(value, array['arrived', $2], to_jsonb($3::integer)), updated_at = now() where name = $1`,
    [nameOf(archiveId), table, batches],
  );
}

export async function finishImport(sql: Sql, archiveId: string): Promise<void> {
  await sql.query('delete from settings where name = $1', [nameOf(archiveId)]);
}

/** With what opens the secrets of the archive; without it they are left out. */
type ImportStores = OpenStores & { readonly lock: ArchiveLock | undefined };

/** Puts the rows of PostgreSQL in place, in one transaction, or throws and leaves everything as it was. */
export async function importRelational(stores: ImportStores, file: string, manifest: Manifest): Promise<void> {
  const { postgres, lock } = stores;
  await assertRoom(stores, manifest);
  await makePartitions(stores, file);
  const keys = lock === undefined ? undefined : await stores.openKeys();
  const openSecrets: RewriteLines = async (tx, lines) => (keys && lock ? await sealFromArchive(tx, keys, { lock, lines }) : []);
  const state: ImportState = { known: await findKnownRows(stores, file, manifest), arrived: {} };
  await postgres.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK]);
    // Once more, now that this process holds the lock.
    await assertRoom({ ...stores, postgres: tx }, manifest);
    // It rests while parts of the file are passed over.
    await tx.query(`set local timezone to 'UTC'; set local idle_in_transaction_session_timeout = 0`);
    await importSections({ ...stores, postgres: tx, openSecrets }, file, manifest);
    await tx.query('insert into settings (name, value) values ($1, $2)', [nameOf(manifest.id), JSON.stringify(state)]);
  });
}

type Room = Pick<OpenStores, 'clickhouse' | 'contents'> & { readonly postgres: Sql };

async function assertRoom(stores: Room, { scope }: Manifest): Promise<void> {
  if (scope.kind === 'all') return await assertEmpty(stores);
  const { rowCount } = await stores.postgres.query('select from projects where id = $1', [scope.project_id]);
  if ((rowCount ?? 0) > 0)
    throw new ArchiveError(
      `The project ${scope.project_id} is here already. Nothing was imported: an import never mixes with what is there.`,
    );
}

async function assertEmpty({ postgres, clickhouse, contents }: Room): Promise<void> {
  const { rows } = await postgres.query<{ living: number }>(
    `select count(*)::integer as living from worker_heartbeats where beat_at > now() - interval '30 seconds'`,
  );
  if ((rows[0]?.living ?? 0) > 0)
    throw new ArchiveError('A service is running on these stores. Stop it, import, and start it again. Nothing was imported.');
  const filled: string[] = [];
  for (const { table, isNeverEmpty } of contents.relational) {
    if (isNeverEmpty !== true && (await hasRows(postgres, table))) filled.push(table);
  }
  for (const { table } of contents.analytics) {
    for await (const lines of clickhouse.streamLines(`select 1 as found from ${table} limit 1`))
      if (lines !== '') filled.push(`ClickHouse ${table}`);
  }
  if (filled.length === 0) return;
  throw new ArchiveError(
    `The service is not empty (${filled.slice(0, SHOWN).join(', ')}${filled.length > SHOWN ? ' and more' : ''}), and an archive of everything needs an empty service. Nothing was imported. ` +
      'Choose another DATA_DIR or other databases, or export and import a single project.',
  );
}

async function hasRows(sql: Sql, table: string): Promise<boolean> {
  const { rows } = await sql.query<{ found: boolean }>(`select exists (select from ${table}) as found`);
  return rows[0]?.found ?? false;
}

/** Before the transaction: making a partition locks its table. */
async function makePartitions({ postgres, contents }: Pick<OpenStores, 'postgres' | 'contents'>, file: string): Promise<void> {
  const months = new Map<string, { table: string; instant: Date }>();
  for await (const part of readArchive(file)) {
    if (part.kind !== 'rows' || part.section.store !== 'postgres') continue;
    const { table, monthOf } = findTable(contents, part.section.table) ?? {};
    if (table === undefined || monthOf === undefined) continue;
    for (const line of part.lines) {
      const instant = new Date(String((JSON.parse(line) as Record<string, unknown>)[monthOf]));
      months.set(`${table} ${instant.toISOString().slice(0, 7)}`, { table, instant });
      if (months.size > PARTITIONS_MAX)
        throw new ArchiveError('The archive holds rows of more months than there can be. Nothing was imported.');
    }
  }
  for (const { table, instant } of months.values()) await ensureMonthlyPartition(postgres, table, instant);
}

/** Two projects may share keywords: what came with the first is not written again with the second. */
async function findKnownRows({ clickhouse, contents }: OpenStores, file: string, { scope }: Manifest): Promise<Record<string, string[]>> {
  const known: Record<string, string[]> = {};
  if (scope.kind === 'all') return known;
  for await (const part of readArchive(file)) {
    if (part.kind !== 'rows' || part.section.store !== 'clickhouse') continue;
    const table = contents.analytics.find((one) => one.table === part.section.table);
    if (table?.identity === undefined) continue;
    const found = new Set(known[table.table]).union(await findKnown(clickhouse, table, part.lines));
    if (found.size > 0) known[table.table] = [...found];
  }
  return known;
}

/** Lines as they are written here. */
type RewriteLines = (tx: Transaction, lines: readonly string[]) => Promise<readonly string[]>;

async function importSections(
  {
    postgres: tx,
    contents,
    openSecrets,
  }: Pick<OpenStores, 'contents'> & { readonly postgres: Transaction; readonly openSecrets: RewriteLines },
  file: string,
  manifest: Manifest,
): Promise<void> {
  const numbers = new Map<string, Map<number, number>>();
  let hasManifest = false;
  for await (const part of readArchive(file)) {
    // Read to the end although only the first half is wanted: the file may have changed since it was verified.
    if (part.kind === 'manifest') hasManifest = JSON.stringify(part.manifest) === JSON.stringify(manifest);
    if (!('section' in part) || part.section.store !== 'postgres') continue;
    const { table: name } = part.section;
    if (Object.hasOwn(contents.gone, name)) continue;
    const table = findTable(contents, name);
    if (table === undefined)
      throw new ArchiveError(`The archive holds a table ${name} that this release does not know. Nothing was imported.`);
    const columns = listKeptColumns(table, part.section.columns ?? []);
    if (part.kind === 'section') await assertColumns(tx, table.table, columns);
    else if (part.kind === 'end') await raiseSequences(tx, table.table);
    else {
      const lines = table.isOptional === 'secrets' ? await openSecrets(tx, part.lines) : part.lines;
      if (lines.length > 0) await importBatch(tx, { table, columns, lines, numbers });
    }
  }
  if (!hasManifest) throw new ArchiveError(`${file} changed while it was read. Nothing was imported.`);
}

interface RowBatch {
  readonly table: ArchiveTable;
  readonly columns: readonly string[];
  readonly lines: readonly string[];
  /** Numbers that are others here than in the archive, by table. */
  readonly numbers: Map<string, Map<number, number>>;
}

async function importBatch(tx: Transaction, { table, columns, lines, numbers }: RowBatch): Promise<void> {
  const changed: Record<string, ReadonlyMap<number, number>> = {};
  if (table.number !== undefined) {
    const found = await findRenumbered(tx, { table: table.table, ...table.number, lines });
    const all = new Map([...(numbers.get(table.table) ?? []), ...found]);
    numbers.set(table.table, all);
    changed[table.number.id] = all;
  }
  for (const [column, of] of Object.entries(table.numbersOf ?? {})) changed[column] = numbers.get(of) ?? new Map();
  const onConflict = table.onConflict ?? (table.isShared === true ? 'on conflict do nothing' : undefined);
  await importRows(tx, { table: table.table, columns, lines, onConflict, replace: table.importAs, renumbered: changed });
}

function findTable({ relational }: ArchiveContents, name: string): ArchiveTable | undefined {
  return findNamed(relational, name);
}
