import type { PoolClient } from 'pg';
import { hashId } from '#kernel/ids.ts';
import { exportAnalytics, exportWaiting, type AnalyticsTable, type Owner } from '#stores/archive/analytics-rows.ts';
import { ArchiveError, FORMAT, type ArchiveHeader, type Manifest } from '#stores/archive/format.ts';
import { exportRows, listColumns, type RelationalTable, type RewriteLine } from '#stores/archive/table-rows.ts';
import { writeArchive, type Piece, type Section } from '#stores/archive/write-archive.ts';
import { listPendingOfClickHouse } from '#stores/clickhouse/index.ts';
import { whileNothingShips } from '#stores/outbox-shipper.ts';
import { listPendingOfPostgres } from '#stores/postgres/index.ts';
import { makeArchiveLock, sealForArchive, type ArchiveLock } from '#stores/secrets/archive.ts';
import { readVersion } from '../../version.ts';
import type { ArchiveTable } from '#stores/archive/archive-table.ts';
import type { OpenStores } from './open-stores.ts';

export interface ExportOptions {
  readonly file: string;
  /** `undefined`: everything. */
  readonly projectId: string | undefined;
  /** Whether hashes of API keys go along; only with everything. */
  readonly withKeys: boolean;
  /** Set: secrets go along, sealed with it; only with everything. */
  readonly passphrase?: string | undefined;
}

/**
 * Writes a project, or everything, into one archive: what PostgreSQL held at one moment, and what
 * ClickHouse held and was still to get at the same one. The service may run on; its rows for
 * ClickHouse gather in the outbox meanwhile.
 * @throws ArchiveError for an unknown project, a file that exists, and stores that are not of this release
 */
export async function exportArchive(stores: OpenStores, options: ExportOptions): Promise<Manifest> {
  const { postgres, clickhouse } = stores;
  await assertMigrated(stores);
  const secrets = options.passphrase === undefined ? undefined : await lockSecrets(stores, options.passphrase);
  return await whileNothingShips({ postgres, clickhouse }, async () => {
    const client = await postgres.pool.connect();
    try {
      await client.query('begin isolation level repeatable read read only');
      // It rests while ClickHouse is read.
      await client.query(`set local timezone to 'UTC'; set local idle_in_transaction_session_timeout = 0`);
      const owner = await findOwner(client, options.projectId);
      const header = { ...(await makeHeader(client, options)), ...(secrets === undefined ? {} : { secrets: secrets.header }) };
      return await writeArchive(options.file, header, await listSections({ client, stores, options, owner, secrets }));
    } finally {
      const ended = await client.query('rollback').catch(() => undefined);
      client.release(ended === undefined);
    }
  });
}

async function assertMigrated({ postgres, clickhouse }: OpenStores): Promise<void> {
  const pending = [...(await listPendingOfPostgres(postgres))];
  if (pending.length === 0) pending.push(...(await listPendingOfClickHouse(clickhouse, postgres)));
  if (pending.length === 0) return;
  throw new ArchiveError(`The stores are older than this release (${pending.join(', ')} to be applied). Run: sightline migrate`);
}

async function findOwner(client: PoolClient, projectId: string | undefined): Promise<Owner | undefined> {
  if (projectId === undefined) return undefined;
  const { rowCount } = await client.query('select from projects where id = $1', [projectId]);
  if (rowCount === 0) throw new ArchiveError(`There is no project ${projectId}. GET /api/projects lists those there are.`);
  const { rows: keywords } = await client.query<{ id: string }>(
    'select distinct keyword_id as id from tracked_keywords where project_id = $1',
    [projectId],
  );
  const { rows: domains } = await client.query<{ domain: string }>(
    'select domain from domains where id in (select domain_id from assets where project_id = $1)',
    [projectId],
  );
  return { projectId, keywordIds: keywords.map(({ id }) => id), domains: domains.map(({ domain }) => domain) };
}

async function makeHeader(client: PoolClient, { projectId, withKeys }: ExportOptions): Promise<ArchiveHeader> {
  const names = async (table: string): Promise<string[]> => {
    const { rows } = await client.query<{ name: string }>(`select name from ${table} order by number`);
    return rows.map(({ name }) => name);
  };
  const { rows } = await client.query<{ now: Date; moment: string }>(
    `select now() as now, concat_ws('/', now()::text, pg_backend_pid(), pg_postmaster_start_time()::text, current_database()) as moment`,
  );
  return {
    format: FORMAT,
    id: hashId('arc_', [rows[0]?.moment ?? '']),
    made_at: rows[0]?.now.toISOString() ?? '',
    version: readVersion(),
    scope: projectId === undefined ? { kind: 'all' } : { kind: 'project', project_id: projectId },
    has_keys: withKeys,
    migrations: { postgres: await names('schema_migrations'), clickhouse: await names('clickhouse_migrations') },
  };
}

interface LockedSecrets extends Pick<ArchiveLock, 'header'> {
  readonly rewrite: RewriteLine;
}

async function lockSecrets(stores: OpenStores, passphrase: string): Promise<LockedSecrets> {
  const [ring, lock] = [await stores.openKeys(), await makeArchiveLock(passphrase)];
  return { header: lock.header, rewrite: sealForArchive(ring, lock) };
}

interface Sources {
  readonly client: PoolClient;
  readonly stores: OpenStores;
  readonly options: ExportOptions;
  readonly owner: Owner | undefined;
  readonly secrets: LockedSecrets | undefined;
}

async function listSections({ client, stores, options, owner, secrets }: Sources): Promise<Section[]> {
  const wanted = new Set([
    undefined,
    ...(options.withKeys ? ['keys' as const] : []),
    ...(secrets === undefined ? [] : ['secrets' as const]),
  ]);
  const tables = stores.contents.relational.filter(
    (table) => (owner === undefined || table.project !== 'none') && wanted.has(table.isOptional),
  );
  const sections: Section[] = [];
  for (const table of tables) {
    const columns = await listColumns(client, table.table);
    const chosen = { ...chooseRows(table, owner, stores), ...(table.isOptional === 'secrets' ? { rewrite: secrets?.rewrite } : {}) };
    sections.push({
      head: { store: 'postgres', table: table.table, columns },
      pieces: exportRows(client, chosen, { columns, projectId: owner?.projectId }),
    });
  }
  for (const table of stores.contents.analytics.filter(({ owner: kind }) => owner === undefined || kind !== 'none')) {
    sections.push({ head: { store: 'clickhouse', table: table.table }, pieces: exportBoth({ client, stores, owner }, table) });
  }
  return sections;
}

function chooseRows(table: ArchiveTable, owner: Owner | undefined, stores: Pick<OpenStores, 'clickhouse'>): RelationalTable {
  const { table: name, from } = table;
  const rewrite = table.rewrite?.(stores);
  if (owner === undefined) return { table: name, from, where: table.all, rewrite };
  return { table: name, from, where: table.project, replace: table.projectReplace, rewrite };
}

async function* exportBoth(
  { client, stores, owner }: Pick<Sources, 'client' | 'stores' | 'owner'>,
  table: AnalyticsTable,
): AsyncGenerator<Piece> {
  yield* exportAnalytics(stores.clickhouse, table, owner);
  yield* exportWaiting(client, table, owner);
}
