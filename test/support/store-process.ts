/**
 * A process that holds the embedded PostgreSQL of a folder until it is killed or stopped by a signal:
 * `node store-process.ts <dataDir>`. Says `ready <address>`, or `failed <message>`.
 */
import { makeLogger } from '#kernel/logger.ts';
import { openPostgres } from '#stores/postgres/index.ts';

const [dataDir = ''] = process.argv.slice(2);
try {
  const postgres = await openPostgres({ databaseUrl: undefined, dataDir, logger: makeLogger('fatal') });
  process.on('SIGTERM', () => void postgres.close().then(() => process.exit(0)));
  process.on('SIGINT', () => process.stdout.write('interrupted\n'));
  process.stdout.write(`ready ${postgres.connectionString}\n`);
  setInterval(() => undefined, 60_000);
} catch (error) {
  process.stdout.write(`failed ${error instanceof Error ? error.message : String(error)}\n`);
}
