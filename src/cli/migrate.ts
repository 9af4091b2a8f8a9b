import { readConfig } from '#config';
import { makeLogger } from '#kernel/logger.ts';
import { migrateClickHouse, openClickHouse } from '#stores/clickhouse/index.ts';
import { migratePostgres, openPostgres } from '#stores/postgres/index.ts';

/** Brings both stores to the newest schema, says what was applied, and ends. */
export async function migrate({ json = false }: { readonly json?: boolean } = {}): Promise<void> {
  const config = readConfig();
  // What is printed as JSON must stay JSON.
  const logger = makeLogger(json ? 'silent' : config.logLevel);
  const postgres = await openPostgres({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, logger });
  try {
    const clickhouse = await openClickHouse({ url: config.clickhouseUrl, dataDir: config.dataDir, logger });
    try {
      const applied = [
        ...(await migratePostgres(postgres, logger)),
        ...(await migrateClickHouse({ clickhouse, postgres, cluster: config.clickhouseCluster, logger })),
      ];
      process.stdout.write(json ? `${JSON.stringify({ applied }, undefined, 2)}\n` : toText(applied));
    } finally {
      await clickhouse.close();
    }
  } finally {
    await postgres.close();
  }
}

function toText(applied: readonly string[]): string {
  if (applied.length === 0) return 'Nothing to apply: both stores are up to date.\n';
  return `Applied:\n${applied.map((name) => `  ${name}\n`).join('')}`;
}
