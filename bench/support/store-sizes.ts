import pg from 'pg';

/** What both stores hold, in bytes, and how much PostgreSQL has written to its log so far. */
export interface StoreSizes {
  readonly postgres: number;
  readonly log: number;
  readonly clickhouse: number;
}

export async function readStoreSizes({ databaseUrl, clickhouseUrl }: { databaseUrl: string; clickhouseUrl: string }): Promise<StoreSizes> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ postgres: string; log: string }>(
      `select pg_database_size(current_database()) as postgres, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as log`,
    );
    const query = `select toString(sum(bytes_on_disk)) from system.parts where active and database = currentDatabase()`;
    const clickhouse = await (await fetch(clickhouseUrl, { method: 'POST', body: query })).text();
    return { postgres: Number(rows[0]?.postgres), log: Number(rows[0]?.log), clickhouse: Number(clickhouse.replaceAll(/\D/gu, '')) };
  } finally {
    await client.end();
  }
}
