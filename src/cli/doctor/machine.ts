import { access, constants, readFile, readdir, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Config } from '#config';
import { isUsableKey } from '#kernel/ids.ts';
import { OPEN_TO_OTHERS } from '#stores/private-folder.ts';
import { absent, findConnectProblem, ok, warning, wrong, type Finding } from './finding.ts';

const GIB = 1024 ** 3;
const FREE_BYTES_WRONG = 1 * GIB;
const FREE_BYTES_WARNING = 5 * GIB;
const OTHERS_MAY = 0o077;
const ADMIN_KEY = 'admin-key';
/** Each has a check of its own. */
const KEY_FILES: readonly string[] = [ADMIN_KEY, 'secrets-key'];
/** A busy service is slow to answer and yet well. */
const TIMEOUT_MS = 10_000;

export async function checkFolder({ dataDir }: Config): Promise<Finding> {
  const subject = 'data folder';
  try {
    await access(dataDir, constants.R_OK | constants.W_OK);
    const open = await listOpen(dataDir);
    if (open.length === 0) return ok(subject, dataDir);
    return warning(subject, `others can read ${open.join(', ')}`, `Run: chmod -R go-rwx ${dataDir}`);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return absent(subject, `${dataDir} is made at the first start`);
    return wrong(subject, `${dataDir} cannot be written`, 'Check its owner, or set DATA_DIR.');
  }
}

/** The data folder, when others may list it, and what lies in it and is open to them. */
async function listOpen(dataDir: string): Promise<string[]> {
  const paths = [dataDir, ...(await readdir(dataDir)).filter((name) => !KEY_FILES.includes(name)).map((name) => join(dataDir, name))];
  const modes = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ mode }) => mode,
        () => 0,
      ),
    ),
  );
  return paths.filter((_path, at) => ((modes[at] ?? 0) & OPEN_TO_OTHERS) !== 0);
}

/** Free space where the data folder is, or will be. */
export async function checkDisk({ dataDir }: Config): Promise<Finding> {
  const subject = 'disk';
  const { bavail, bsize } = await statfs(await findExisting(dataDir));
  const free = bavail * bsize;
  const text = `${(free / GIB).toFixed(1)} GiB free at ${dataDir}`;
  const remedy =
    'Make room, or move DATA_DIR. SERP_RETENTION_DAYS and SERP_EVIDENCE_DAYS say for how long runs and answers stay in PostgreSQL.';
  if (free < FREE_BYTES_WRONG) return wrong(subject, text, remedy);
  return free < FREE_BYTES_WARNING ? warning(subject, text, remedy) : ok(subject, text);
}

async function findExisting(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : await findExisting(dirname(folder));
}

export async function checkAdminKey({ adminKey, dataDir }: Config): Promise<Finding> {
  const subject = 'admin key';
  const file = join(dataDir, ADMIN_KEY);
  if (adminKey !== undefined) return ok(subject, 'SIGHTLINE_ADMIN_KEY');
  try {
    const { mode } = await stat(file);
    if ((mode & OTHERS_MAY) !== 0)
      return wrong(subject, `${file} can be read by others (mode ${(mode & 0o777).toString(8)})`, `Run: chmod 600 ${file}`);
    const key = (await readFile(file, 'utf8')).trim();
    if (key === '') return wrong(subject, `${file} is empty`, 'Start the service again: a new key is made.');
    if (!isUsableKey(key)) return wrong(subject, `${file} holds no usable key`, 'Put one of at least 16 printable characters there.');
    return ok(subject, file);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return absent(subject, `made at the first start, in ${file}`);
    return wrong(subject, `${file} cannot be read`, 'Check its owner.');
  }
}

/** Whether our service answers at its port, or the port is free for it. */
export async function checkService({ host, port, serviceUrl, role }: Config): Promise<Finding> {
  const subject = 'service';
  const address = `${host}:${port}`;
  if (port === 0) return absent(subject, 'PORT is 0: it takes a free port, which cannot be checked from outside');
  const ownUrl = new URL(serviceUrl);
  const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  if ((await findConnectProblem(reachable, port)) === undefined) {
    const url = ownUrl.port === String(port) ? ownUrl.origin : `http://${address}`;
    const health = await readHealth(url);
    if (health === undefined) return wrong(subject, `another program listens at ${address}`, 'End it, or set PORT.');
    if (health.status === 'ok') return ok(subject, `${address} runs ${health.version} and says ok`);
    return wrong(subject, `${address} says ${health.status}: ${listIll(health)}`, 'Look at its log.');
  }
  const problem = await findListenProblem(host, port);
  if (problem !== undefined) return wrong(subject, `${address} cannot be listened on: ${problem}`, 'Set HOST and PORT.');
  return absent(subject, `nothing answers at ${address}, and the port is free`, role === 'all' ? 'Start it with: npm start' : undefined);
}

export interface HealthAnswer {
  readonly status: string;
  readonly version: string;
  readonly checks: Readonly<Record<string, { readonly status: string; readonly detail?: string }>>;
}

/** What `/health` says; `undefined` when it is not ours that answers. */
export async function readHealth(origin: string): Promise<HealthAnswer | undefined> {
  try {
    const response = await fetch(`${origin}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = (await response.json()) as Partial<HealthAnswer>;
    return typeof body.status === 'string' && typeof body.version === 'string' && typeof body.checks === 'object'
      ? (body as HealthAnswer)
      : undefined;
  } catch {
    return undefined;
  }
}

function listIll({ checks }: HealthAnswer): string {
  const ill = Object.entries(checks).filter(([, { status }]) => status === 'down' || status === 'degraded');
  return ill.map(([name, { status, detail }]) => `${name} ${status}${detail === undefined ? '' : ` (${detail})`}`).join(', ');
}

async function findListenProblem(host: string, port: number): Promise<string | undefined> {
  return await new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

/** Whether the address under which the provider reaches us leads to us. */
export async function checkPublicUrl({ publicUrl }: Config): Promise<Finding> {
  const subject = 'public address';
  if (publicUrl === undefined)
    return absent(subject, 'PUBLIC_URL is not set: answers of the provider are collected, minutes later than they could be delivered');
  const url = new URL(publicUrl);
  const address = `${url.origin}${url.pathname.replace(/\/+$/u, '')}`;
  const health = await readHealth(address);
  if (health !== undefined) return ok(subject, `${address} leads to a Sightline ${health.version}`);
  const problem = await findConnectProblem(url.hostname, Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port));
  if (problem === undefined)
    return wrong(subject, `what answers at ${address} is not this service`, 'Set PUBLIC_URL, or let the proxy pass on everything.');
  return wrong(subject, `nothing answers at ${address}: ${problem}`, 'Start the service, let the proxy pass on to it, or set PUBLIC_URL.');
}

/** Whether the clients of a proxy keep their addresses: the service itself speaks http, so an https address is that of a proxy. */
export async function checkProxy({ publicUrl, trustedProxies }: Config): Promise<Finding> {
  const subject = 'proxy';
  if (trustedProxies.length > 0) return ok(subject, `${trustedProxies.join(', ')} may name the address of a client`);
  if (publicUrl === undefined || new URL(publicUrl).protocol === 'http:')
    return absent(subject, 'TRUST_PROXY is not set: no proxy is believed');
  const text =
    'PUBLIC_URL is https, and TRUST_PROXY is not set: all clients of the proxy count as one: their failures to sign in, their connections, and their address in the audit log';
  return wrong(subject, text, "Set TRUST_PROXY to the address that the proxy's connections come from.");
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
