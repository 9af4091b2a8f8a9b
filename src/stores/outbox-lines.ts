import { zstdDecompressSync } from 'node:zlib';
import type { Sql } from './postgres/types.ts';

/** The JSON lines of a row of the outbox: plain, or packed by `packBytes`. */
export function readOutboxLines({ lines, packed }: { readonly lines: string | null; readonly packed: Buffer | null }): string {
  return packed === null ? (lines ?? '') : zstdDecompressSync(packed).toString('utf8');
}

/** A row of the outbox that is found by its parcel as long as it waits. */
export interface WaitingParcel {
  readonly table: string;
  readonly parcel: number;
  /** JSON lines. */
  readonly lines: string;
}

/** The rows of parcels that ClickHouse does not have yet. A row that is missing here has arrived. */
export async function listWaitingParcels(sql: Sql, parcels: readonly number[]): Promise<WaitingParcel[]> {
  if (parcels.length === 0) return [];
  const { rows } = await sql.query<{ table: string; parcel: number; lines: string | null; packed: Buffer | null }>(
    'select table_name as "table", parcel, lines, packed from outbox where parcel = any($1::bigint[])',
    [parcels],
    'outbox-list-parcels',
  );
  return rows.map(({ table, parcel, ...row }) => ({ table, parcel, lines: readOutboxLines(row) }));
}
