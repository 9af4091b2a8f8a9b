import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Config } from '#config';
import { requireUnlocked } from '#stores/folder-lock.ts';
import { StoreError } from '#stores/errors.ts';
import { findStoreTrouble, type StoreTrouble } from '#stores/trouble.ts';
import { startApp, type App, type AppOverrides } from '../app.ts';
import { toShownAddress } from './doctor/finding.ts';

/** Starts the service, after a look for what would stop it half-way; fails with a sentence that says what to do. */
export async function startService(config: Config, overrides: AppOverrides): Promise<App> {
  try {
    await checkStart(config);
    return await startApp(config, overrides);
  } catch (error) {
    throw await explainStartProblem(error, config);
  }
}

type StartConfig = Pick<Config, 'host' | 'port' | 'sandbox' | 'sandboxPort' | 'dataDir' | 'databaseUrl' | 'clickhouseUrl'>;

/** Where a sandbox beside the service listens. */
const SANDBOX_HOST = '127.0.0.1';
const PORT_STEP = 10;
const PORT_STEPS_MAX = 20;
const PORT_MAX = 65_535;

/**
 * Looks for what would stop a start after it has done half of its work: the folder first, because a second
 * start in one folder finds the ports taken too.
 * @throws StoreError `in_use`, or the system's error about a port, which `explainStartProblem` explains
 */
async function checkStart(config: StartConfig): Promise<void> {
  const { dataDir, databaseUrl, clickhouseUrl } = config;
  if (databaseUrl === undefined) await requireUnlocked(join(dataDir, 'postgres.lock'));
  if (clickhouseUrl === undefined) await requireUnlocked(join(dataDir, 'clickhouse.lock'));
  const held: Server[] = [];
  try {
    if (config.port !== 0) held.push(await hold(config.host, config.port));
    if (config.sandbox === 'start' && config.sandboxPort !== 0) held.push(await hold(SANDBOX_HOST, config.sandboxPort));
  } finally {
    await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

async function hold(host: string, port: number): Promise<Server> {
  const server = createServer().listen({ port, host });
  await once(server, 'listening');
  return server;
}

/**
 * A sentence that names the variable and says what to do, where the system's own message does neither.
 * @returns the error itself where that says enough
 */
export async function explainStartProblem(error: unknown, config: StartConfig): Promise<unknown> {
  if (!(error instanceof Error)) return error;
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  const sentence = LISTENING.has(syscall)
    ? await explainListen(error, config)
    : (explainDatabase(error, config) ?? explainFolder(error, { code, syscall, config }));
  return sentence === undefined ? error : new Error(sentence, { cause: error });
}

const LISTENING: ReadonlySet<string> = new Set(['listen', 'getaddrinfo']);
const FILE_CALL = /^(?:open|mkdir|read|write|fsync|link|rename|unlink|chmod|stat|scandir)$/u;

async function explainListen(error: NodeJS.ErrnoException & { port?: number }, config: StartConfig): Promise<string | undefined> {
  const isSandbox = config.sandbox === 'start' && error.port === config.sandboxPort;
  const [variable, host, port] = isSandbox ? ['SANDBOX_PORT', SANDBOX_HOST, config.sandboxPort] : ['PORT', config.host, config.port];
  switch (error.code) {
    case 'EADDRINUSE':
      return `${variable}: another program listens on ${host}:${port}. End it, or choose another port${await suggestPort(variable, host, port)}.`;
    case 'EACCES':
      return `${variable}: this user may not listen on ${host}:${port}. Choose a port above 1023${await suggestPort(variable, host, 8_787)}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST: ${host} is no address of this machine. Set it to 127.0.0.1, to 0.0.0.0 for all addresses, or to one of this machine's own.`;
    default:
      return undefined;
  }
}

async function suggestPort(variable: string, host: string, from: number): Promise<string> {
  for (let step = 1; step <= PORT_STEPS_MAX; step += 1) {
    const port = from + step * PORT_STEP;
    if (port > PORT_MAX) break;
    const server = await hold(host, port).catch(() => undefined);
    if (server === undefined) continue;
    await new Promise((resolve) => server.close(resolve));
    return `, for example ${variable}=${port}`;
  }
  return '';
}

const DATABASE_PROBLEMS: Readonly<Record<StoreTrouble, string>> = {
  away: 'does not answer, or broke the connection. Start again when it is well',
  disk_full: 'has no disk space left. Make room, and start again',
  read_only: 'takes no writes, as after a fail-over. Set it to the server that takes them, or start again when this one does',
  exhausted: 'has no connections or no memory left. Give it more, and start again',
};

/** A server that answers a start at first, and then does not; errors of the stores themselves name their store. */
function explainDatabase(error: Error, { databaseUrl }: StartConfig): string | undefined {
  const trouble = databaseUrl === undefined || error instanceof StoreError ? undefined : findStoreTrouble(error);
  if (databaseUrl === undefined || trouble === undefined) return undefined;
  return `DATABASE_URL: PostgreSQL at ${toShownAddress(databaseUrl)} ${DATABASE_PROBLEMS[trouble]}. (${error.message.split('\n')[0]})`;
}

const FOLDER_PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there. Change its owner',
  EPERM: 'this user may not write there. Change its owner',
  EROFS: 'its file system is read-only. Mount it for writing',
  ENOSPC: 'its disk has no space left. Make room',
  EDQUOT: "the quota of this user's disk space is used up. Make room",
  ENOTDIR: 'a part of the path is a file. Move the file away',
  EEXIST: 'there is a file in its place. Move the file away',
  EISDIR: 'there is a folder in the place of a file. Move the folder away',
};

/** Files that a start opens and that may be missing, closed or full lie in the data folder; stores name no system call. */
function explainFolder(
  error: Error,
  { code, syscall, config }: { code: string; syscall: string; config: StartConfig },
): string | undefined {
  const isFull =
    config.databaseUrl === undefined && (findStoreTrouble(error) === 'disk_full' || error.message.includes('No space left on device'));
  const problem = isFull ? FOLDER_PROBLEMS['ENOSPC'] : FILE_CALL.test(syscall) ? FOLDER_PROBLEMS[code] : undefined;
  if (problem === undefined) return undefined;
  // A server that does not start says more than its reason.
  const lines = error.message.split('\n');
  const said = lines.find((line) => line.includes('No space left')) ?? lines[0];
  return `DATA_DIR: ${config.dataDir} cannot be used: ${problem}, or set DATA_DIR to another folder. (${said})`;
}
