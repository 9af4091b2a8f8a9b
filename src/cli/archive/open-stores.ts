import { areas } from '#areas/index.ts';
import { readConfig, type Config } from '#config';
import { makeLogger, type Logger } from '#kernel/logger.ts';
import { openClickHouse } from '#stores/clickhouse/index.ts';
import type { ClickHouse } from '#stores/clickhouse/types.ts';
import { openPostgres } from '#stores/postgres/index.ts';
import { openKeys } from '#stores/secrets/index.ts';
import type { KeyRing } from '#stores/secrets/key-ring.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { toArchiveContents, type ArchiveContents } from './contents.ts';

export interface OpenStores {
  readonly config: Pick<Config, 'clickhouseCluster'>;
  readonly logger: Logger;
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  /** Their tables, and how each goes into an archive. */
  readonly contents: ArchiveContents;
  /** The keys that secrets are sealed with here, for archives that hold secrets. */
  readonly openKeys: () => Promise<KeyRing>;
}

/** Both stores of the configuration, closed when the work has ended. Embedded ones belong to one process: no service may run. */
export async function withStores<Result>(work: (stores: OpenStores) => Promise<Result>): Promise<Result> {
  const config = readConfig();
  const logger = makeLogger(config.logLevel === 'info' ? 'fatal' : config.logLevel);
  const postgres = await openPostgres({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, logger });
  try {
    const clickhouse = await openClickHouse({ url: config.clickhouseUrl, dataDir: config.dataDir, logger });
    try {
      return await work({
        config,
        logger,
        postgres,
        clickhouse,
        contents: toArchiveContents(areas),
        openKeys: () => openKeys({ ...config, postgres, logger, isShared: config.databaseUrl !== undefined }),
      });
    } finally {
      await clickhouse.close();
    }
  } finally {
    await postgres.close();
  }
}
