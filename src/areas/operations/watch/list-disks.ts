import { statfs } from 'node:fs/promises';
import type { AppContext } from '#context';
import { listAnalyticsDisks } from './analytics.ts';
import type { SeenFact } from './store.ts';

type DisksContext = Pick<AppContext, 'clickhouse' | 'config'>;

/**
 * How full the disks are that the stores write to: that of the embedded stores, and those of a ClickHouse server. How full the disk of
 * a PostgreSQL server is only its machine knows. A disk that cannot be read is left out.
 */
export async function listDisks({ clickhouse, config }: DisksContext): Promise<SeenFact[]> {
  const hasEmbedded = config.databaseUrl === undefined || config.clickhouseUrl === undefined;
  const [own, analytics] = await Promise.all([
    hasEmbedded ? readOwnDisk(config.dataDir) : [],
    config.clickhouseUrl === undefined ? [] : listAnalyticsDisks(clickhouse).catch(() => []),
  ]);
  return [...own, ...analytics.map(({ name, usedShare }) => toFact(`analytics ${name}`, usedShare))];
}

async function readOwnDisk(dataDir: string): Promise<SeenFact[]> {
  return await statfs(dataDir).then(
    ({ blocks, bavail }) => (blocks === 0 ? [] : [toFact('data', 1 - bavail / blocks)]),
    () => [],
  );
}

function toFact(name: string, usedShare: number): SeenFact {
  return { kind: 'disk', name, status: null, usedShare, detail: null };
}
