/**
 * A process that holds a ClickHouse of a folder behind its HTTP interface until it is killed or
 * stopped by a signal: `node clickhouse-process.ts <dataDir> <port>`. Says `ready <address>`.
 */
import { serveClickHouse } from './clickhouse-http.ts';

const [dataDir = '', port = '0'] = process.argv.slice(2);
const server = await serveClickHouse({ dataDir, port: Number(port) });
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)));
process.stdout.write(`ready ${server.url}\n`);
