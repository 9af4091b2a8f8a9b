import { readOutboxLines } from './outbox-lines.ts';
import type { Sql } from './postgres/types.ts';

/** Rows that travel to ClickHouse together, fixed until they have arrived. */
export interface Batch {
  readonly table: string;
  readonly token: string;
  readonly rowIds: readonly number[];
}

export interface BatchLimits {
  readonly rowsMax: number;
  readonly bytesMax: number;
}

/** Adds JSON lines for a table. */
export async function createOutboxRow(
  sql: Sql,
  { table, rowsCount, lines }: { table: string; rowsCount: number; lines: string },
): Promise<void> {
  await sql.query('insert into outbox (table_name, rows_count, lines) values ($1, $2, $3)', [table, rowsCount, lines], 'outbox-append');
}

/** Tables for which rows wait. */
export async function listWaitingTables(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ tableName: string }>('select distinct table_name from outbox order by table_name');
  return rows.map((row) => row.tableName);
}

/** The batch that an earlier shipment left open, else a new one of the oldest rows, else nothing. */
export async function openBatch(sql: Sql, table: string, limits: BatchLimits): Promise<Batch | undefined> {
  return (await findOpenBatch(sql, table)) ?? (await createBatch(sql, table, limits));
}

async function findOpenBatch(sql: Sql, table: string): Promise<Batch | undefined> {
  const { rows } = await sql.query<BatchRow>('select table_name, token, row_ids from outbox_batches where table_name = $1', [table]);
  return rows[0] && toBatch(rows[0]);
}

/** How much packed lines grow, roughly, where their writer did not say: batches are cut by their size. */
const PACKED_FACTOR = 12;

/**
 * The token holds the moment beside the number: numbers begin again in a restored or new database,
 * and ClickHouse would take its first batches for old ones.
 */
const CREATE_BATCH = `
  insert into outbox_batches (table_name, token, row_ids)
  select $1, $1 || ':' || nextval('outbox_batch_seq') || ':' || (extract(epoch from clock_timestamp()) * 1000000)::bigint, array_agg(id order by id)
  from (
    select id, rows_count,
      sum(rows_count) over (order by id) as rows_so_far,
      sum(coalesce(octet_length(lines), plain_bytes, octet_length(packed) * ${PACKED_FACTOR})) over (order by id) as bytes_so_far
    from (select id, rows_count, lines, packed, plain_bytes from outbox where table_name = $1 order by id limit $2) as oldest
  ) as measured
  where rows_so_far - rows_count = 0 or (rows_so_far <= $2 and bytes_so_far <= $3)
  having count(*) > 0
  on conflict (table_name) do nothing
  returning table_name, token, row_ids`;

async function createBatch(sql: Sql, table: string, { rowsMax, bytesMax }: BatchLimits): Promise<Batch | undefined> {
  const { rows } = await sql.query<BatchRow>(CREATE_BATCH, [table, rowsMax, bytesMax]);
  return rows[0] && toBatch(rows[0]);
}

/** The batch's rows, as ClickHouse takes them. */
export async function readBatch(sql: Sql, batch: Batch): Promise<{ lines: string; rowsCount: number }> {
  const { rows } = await sql.query<{ lines: string | null; packed: Buffer | null; rowsCount: number }>(
    'select lines, packed, rows_count from outbox where table_name = $1 and id = any($2::bigint[]) order by id',
    [batch.table, batch.rowIds],
  );
  const texts = rows.map(readOutboxLines);
  return { lines: texts.join('\n'), rowsCount: rows.reduce((sum, row) => sum + row.rowsCount, 0) };
}

/** Deletes a batch that has arrived, with its rows. */
export async function deleteBatch(sql: Sql, batch: Batch): Promise<void> {
  await sql.query(
    `with done as (delete from outbox_batches where table_name = $1 and token = $2)
     delete from outbox where table_name = $1 and id = any($3::bigint[])`,
    [batch.table, batch.token, batch.rowIds],
  );
}

/** Rows that wait, and the newest id among them (0 when none wait). */
export async function measureBacklog(sql: Sql): Promise<{ rows: number; lastId: number }> {
  const { rows } = await sql.query<{ rows: number; lastId: number }>(
    'select coalesce(sum(rows_count), 0)::bigint as rows, coalesce(max(id), 0)::bigint as last_id from outbox',
  );
  return { rows: rows[0]?.rows ?? 0, lastId: rows[0]?.lastId ?? 0 };
}

/** How far ClickHouse is behind: rows that wait, and how long the oldest has waited, by the server's clock. */
export async function measureLag(sql: Sql): Promise<{ rows: number; oldestAgeSeconds: number }> {
  const { rows } = await sql.query<{ rows: number; age: number }>(
    `select coalesce(sum(rows_count), 0)::bigint as rows,
            coalesce(greatest(0, extract(epoch from clock_timestamp() - min(created_at))), 0)::double precision as age
       from outbox`,
  );
  return { rows: rows[0]?.rows ?? 0, oldestAgeSeconds: rows[0]?.age ?? 0 };
}

/** Whether any row up to this id still waits. */
export async function hasRowsUpTo(sql: Sql, id: number): Promise<boolean> {
  const { rows } = await sql.query<{ waits: boolean }>('select exists (select from outbox where id <= $1) as waits', [id]);
  return rows[0]?.waits ?? false;
}

interface BatchRow {
  tableName: string;
  token: string;
  rowIds: number[];
}

function toBatch(row: BatchRow): Batch {
  return { table: row.tableName, token: row.token, rowIds: row.rowIds };
}
