import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { mkdir, realpath } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { createChdbConnection } from 'chdb/connection';
import { lockFolder } from '#stores/folder-lock.ts';

/** ClickHouse's HTTP interface in front of the engine in this process. */
export interface ClickHouseServer {
  readonly url: string;
  close(): Promise<void>;
}

type Engine = ReturnType<typeof createChdbConnection>;
type ExecOptions = Parameters<Engine['exec']>[0];

/**
 * One analytics store for several service processes, without a ClickHouse server: chDB over
 * `<dataDir>/clickhouse`, asked as a server is asked. For tests, measurements and trying things out
 * on one machine: it has no users, one database, and answers only this machine.
 * @param port 0 takes a free one
 */
export async function serveClickHouse({ dataDir, port }: { dataDir: string; port: number }): Promise<ClickHouseServer> {
  await mkdir(join(dataDir, 'clickhouse'), { recursive: true });
  const folder = await realpath(join(dataDir, 'clickhouse'));
  const lock = await lockFolder(`${folder}.lock`);
  const engine = createChdbConnection({ path: folder });
  const server = createServer((request, response) => void answer(engine, request, response));
  await new Promise<void>((resolve, reject) => void server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      await closeServer(server);
      await engine.close();
      await lock.release();
    },
  };
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

async function answer(engine: Engine, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname === '/ping') return void response.end('Ok.\n');
  try {
    const { stream } = await engine.exec(toStatement(await readQuery(request, url.searchParams), url.searchParams));
    response.end(await buffer(stream));
  } catch (error) {
    const { message, code, cause } = error as { message?: string; code?: string; cause?: { message?: string } };
    response.writeHead(500, { 'x-clickhouse-exception-code': code ?? '0' }).end(cause?.message ?? message ?? 'failed');
  }
}

/** The statement; values that are too long for the address come in the body with it, and are put to the others. */
async function readQuery(request: IncomingMessage, params: URLSearchParams): Promise<string> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data'))
    return [params.get('query'), await text(request)].filter((part) => part !== null && part !== '').join('\n');
  const form = await new Response(await buffer(request), { headers: { 'content-type': type } }).formData();
  for (const [name, value] of form) if (typeof value === 'string') params.set(name, value);
  return params.get('query') ?? '';
}

const NOT_SETTINGS = new Set(['query', 'query_id', 'database', 'session_id', 'role']);

/** Settings and values come in the address; the engine takes both as settings of its session, statement by statement. */
function toStatement(query: string, params: URLSearchParams): ExecOptions {
  // A write carries its settings inside; what follows it is data.
  if (/^\s*insert\s/iu.test(query)) return { query };
  const settings = [...params].filter(([name]) => !NOT_SETTINGS.has(name)).map(([name, value]) => [name, toSetting(value)]);
  return { query, clickhouse_settings: Object.fromEntries(settings) };
}

/** The engine doubles quotes by itself. */
function toSetting(value: string): string | number {
  return /^\d{1,9}$/u.test(value) ? Number(value) : value.replaceAll('\\', '\\\\');
}
