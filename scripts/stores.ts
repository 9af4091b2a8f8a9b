/**
 * `npm run stores [folder]`: a PostgreSQL server and a ClickHouse end that several processes of the
 * service can share, for trying that out on one machine. Both are what the embedded stores are, with
 * an address: real PostgreSQL, and chDB behind ClickHouse's HTTP interface. The addresses are written to
 * `<folder>/env` and printed without the password; the data stays in the folder. Runs until Ctrl-C or SIGTERM.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeLogger } from '#kernel/logger.ts';
import { startEmbeddedPostgres } from '#stores/postgres/embedded.ts';
import { serveClickHouse } from '../test/support/clickhouse-http.ts';

/** Each process of the service keeps some thirty. */
const CONNECTIONS_MAX = '400';

process.umask(0o077);
const folder = resolve(process.argv[2] ?? '.sightline-stores');
await mkdir(folder, { recursive: true });
const postgres = await startEmbeddedPostgres({
  dataDir: folder,
  logger: makeLogger('error'),
  settings: { max_connections: CONNECTIONS_MAX },
});
const clickhouse = await serveClickHouse({ dataDir: folder, port: 0 });
const lines = `DATABASE_URL=${postgres.connectionString}\nCLICKHOUSE_URL=${clickhouse.url}\n`;
const file = join(folder, 'env');
await writeFile(file, lines);

let isStopping = false;
const stop = (): void => {
  if (isStopping) return;
  isStopping = true;
  void Promise.all([rm(file, { force: true }), clickhouse.close(), postgres.stop()]).then(() => process.exit(0));
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

// The password stays in the file, which only its owner can read: output ends up in terminals and logs.
process.stdout.write(`${lines.replace(/:[^:@/]+@/u, ':***@')}The addresses with the password are in ${file}\n`);
