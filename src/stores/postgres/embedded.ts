import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from '#kernel/logger.ts';
import { StoreError } from '../errors.ts';
import { lockFolder } from '../folder-lock.ts';
import { makeDataFolder } from '../private-folder.ts';
import { PROGRAM_ENVIRONMENT, chooseLaunch, chooseUser, findBinaries, readMajor, toProgram, type Launch, type User } from './binaries.ts';
import { keepRunning } from './keep-running.ts';
import { startServer, stopOrphan, type ServerProcess } from './server-process.ts';

const run = promisify(execFile);

const USER = 'sightline';
const PASSWORD_BYTES = 24;
/** Inside the server's folder, so that it travels with the data. PostgreSQL leaves it alone. */
const PASSWORD_FILE = 'sightline.password';

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly logger: Logger;
  /** Server settings beside the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called once when the server keeps failing and is not started again; without it the loss is only logged. */
  readonly onLost?: (error: StoreError) => void;
  /** Called when a program of PostgreSQL was started and this process waits for it. */
  readonly onWaiting?: () => void;
}

export interface EmbeddedPostgres {
  /** Address of the server's `postgres` database, with the password. */
  readonly connectionString: string;
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL server in `<dataDir>/postgres`, making it first when the folder is
 * empty. It listens on a free loopback port, wants a random password, and belongs to this process:
 * it survives Ctrl-C until `stop`, and ends by itself soon after this process dies without one. When it dies
 * alone it is started again, at the same address.
 * @throws StoreError `in_use` while another process has the folder open
 * @throws StoreError `wrong_version` when another major version of PostgreSQL made the folder
 */
export async function startEmbeddedPostgres({
  dataDir,
  logger,
  settings = {},
  onLost = () => undefined,
  onWaiting = () => undefined,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await makeDataFolder(dataDir);
  const home = await realpath(dataDir);
  const folder = join(home, 'postgres');
  const lock = await lockFolder(join(home, 'postgres.lock'));
  try {
    const { start, password } = await prepareServer(folder, { logger, settings, onWaiting });
    const first = await start();
    const server = keepRunning({ first, restart: () => start(first.port), logger, onLost });
    const stop = async (): Promise<void> => {
      await server.stop();
      await lock.release();
    };
    return { connectionString: `postgresql://${USER}:${password}@127.0.0.1:${first.port}/postgres`, stop };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

interface PreparedServer {
  readonly password: string;
  /** Ends a server that is left over from before, and starts one. */
  start(port?: number): Promise<ServerProcess>;
}

async function prepareServer(
  folder: string,
  { logger, settings, onWaiting }: Required<Pick<EmbeddedOptions, 'logger' | 'settings' | 'onWaiting'>>,
): Promise<PreparedServer> {
  const binaries = await findBinaries();
  const user = await chooseUser(folder);
  const launch = await chooseLaunch(binaries.postgres, dirname(folder), user);
  if (await isEmpty(folder)) await makeFolder(folder, { initdb: binaries.initdb, launch, user, onWaiting });
  else await checkVersion(folder, binaries.postgres);
  if (user !== undefined) await lendFolder(folder, user);
  // A copied folder may be open to others, which PostgreSQL refuses.
  await chmod(folder, 0o700);
  return {
    password: await readPassword(folder),
    start: async (port) => {
      await stopOrphan(folder, logger);
      return await startServer({ postgres: binaries.postgres, folder, launch, settings, port, logger, onWaiting });
    },
  };
}

/** Made beside its path and moved there when complete, so that a crash leaves no half-made folder. */
async function makeFolder(
  folder: string,
  { initdb, launch, user, onWaiting }: { initdb: string; launch: Launch; user: User | undefined; onWaiting: () => void },
): Promise<void> {
  const draft = `${folder}.initializing`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const passwordFile = `${folder}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user !== undefined) await Promise.all([draft, passwordFile].map((path) => chown(path, user.uid, user.gid)));
  try {
    const making = runInitdb(launch, initdb, [`--pgdata=${draft}`, `--pwfile=${passwordFile}`, ...INITDB_FLAGS]);
    onWaiting();
    await making;
    await rename(passwordFile, join(draft, PASSWORD_FILE));
    await runInitdb(launch, initdb, [`--pgdata=${draft}`, '--sync-only', ...SYNC_FLAGS]);
    await rename(draft, folder);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Linux syncs a file system at once; elsewhere it goes file by file. */
const SYNC_FLAGS = process.platform === 'linux' ? ['--sync-method=syncfs'] : [];

const INITDB_FLAGS = [
  `--username=${USER}`,
  '--auth=scram-sha-256',
  // Hashing again and again protects passwords that can be guessed. Ours is random, and every connection would pay for it.
  '--set=scram_iterations=1',
  '--encoding=UTF8',
  // The same order of texts on every machine, whatever locales it has.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--no-instructions',
  // One sync at the end, of the finished folder.
  '--no-sync',
];

async function runInitdb(launch: Launch, initdb: string, flags: readonly string[]): Promise<void> {
  const [file, args] = toProgram(launch, initdb, flags);
  try {
    await run(file, args, { cwd: '/', env: PROGRAM_ENVIRONMENT, ...launch.user });
  } catch (cause) {
    throw new StoreError(
      'not_started',
      `PostgreSQL could not make its folder: ${String((cause as { stderr?: string }).stderr ?? cause).trim()}`,
      { cause },
    );
  }
}

async function readPassword(folder: string): Promise<string> {
  const file = join(folder, PASSWORD_FILE);
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    throw new StoreError(
      'foreign_folder',
      `${file} cannot be read, and without the password in it the data cannot be opened. Restore the file from a backup.`,
      { cause },
    );
  }
}

async function isEmpty(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.length === 0;
}

async function checkVersion(folder: string, postgres: string): Promise<void> {
  const [made, major] = await Promise.all([readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined), readMajor(postgres)]);
  if (made === undefined) {
    throw new StoreError(
      'foreign_folder',
      `${folder} is not empty and holds no PostgreSQL data. Nothing was changed. Move its files away or choose another DATA_DIR.`,
    );
  }
  if (Number(made.trim()) === major) return;
  throw new StoreError(
    'wrong_version',
    `${folder} was made by PostgreSQL ${made.trim()}, and this release brings PostgreSQL ${major}, which cannot read it. Nothing was changed. ` +
      `Start the release that made it, dump with \`pg_dumpall --database=<its DATABASE_URL> --file=dump.sql\` while it runs, stop it, move ${folder} away, ` +
      'start this release once, restore with `psql --file=dump.sql`, and start again. Or set DATABASE_URL to a server that holds the data.',
  );
}

/** A folder that root copied belongs to root; PostgreSQL wants to own every file of it. */
async function lendFolder(folder: string, user: User): Promise<void> {
  if ((await stat(folder)).uid === user.uid) return;
  const names = await readdir(folder, { recursive: true });
  for (const name of ['', ...names]) await chown(join(folder, name), user.uid, user.gid);
}
