/**
 * Keeps `package-lock.json` whole.
 *
 * A registry may hold a new release of a native package for one platform only. `npm install` then
 * leaves the other platforms out of the lockfile without a word, and the next `npm ci` refuses it.
 * An entry that names a platform and nothing else is enough for npm to skip that package there.
 *
 * `node scripts/lockfile.ts` adds such entries; with `--check` it only says what is wrong.
 */
import { readFile, writeFile } from 'node:fs/promises';

export interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export interface Lockfile {
  packages: Record<string, LockedPackage>;
}

export interface Platform {
  readonly os: string;
  readonly cpu: string;
  readonly libc: string | undefined;
}

interface MissingPackage {
  readonly name: string;
  readonly version: string;
  readonly askedBy: string;
}

const OS_NAMES = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'aix', 'win32'];
const CPU_NAMES = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32'];
const EXACT_VERSION = /^\d+\.\d+\.\d+/u;

/** Optional packages that something asks for and no entry answers. */
export function listMissing(lockfile: Lockfile): MissingPackage[] {
  return Object.entries(lockfile.packages).flatMap(([askedBy, locked]) =>
    Object.entries(locked.optionalDependencies ?? {})
      .filter(([name]) => !hasEntry(lockfile, askedBy, name))
      .map(([name, version]) => ({ name, version, askedBy })),
  );
}

/**
 * A copy with an entry for every missing package of another platform.
 * @throws when a missing package is meant for the platform in use, or its platform or version is unclear:
 *   such an entry would hide a real fault
 */
export function completeLockfile(lockfile: Lockfile, here: Platform): Lockfile {
  const packages = { ...lockfile.packages };
  for (const { name, version, askedBy } of listMissing(lockfile)) {
    const platform = readPlatform(name);
    if (platform === undefined || !EXACT_VERSION.test(version))
      throw new Error(`${name}@${version}, asked for by ${askedBy}: its platform or version is unclear`);
    if (isSamePlatform(platform, here))
      throw new Error(`${name}@${version}, asked for by ${askedBy}, belongs to this platform: install it, do not invent it`);
    packages[`node_modules/${name}`] = {
      version,
      cpu: [platform.cpu],
      ...(packages[askedBy]?.dev === true ? { dev: true } : {}),
      ...(platform.libc === undefined ? {} : { libc: [platform.libc] }),
      optional: true,
      os: [platform.os],
    };
  }
  const sorted = Object.entries(packages).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { ...lockfile, packages: Object.fromEntries(sorted) };
}

/** Every reason why `npm ci` would refuse the lockfile, or why it should not be trusted. */
export function findFaults(lockfile: Lockfile): string[] {
  const faults = listMissing(lockfile).map(
    ({ name, askedBy }) => `no entry for ${name}, which ${askedBy} asks for: run \`npm run lockfile\``,
  );
  for (const [place, locked] of Object.entries(lockfile.packages)) {
    if (locked.resolved !== undefined && /^[a-z+]+:/iu.test(locked.resolved))
      faults.push(`${place} records the address it was downloaded from`);
    const isOfOtherPlatform = locked.optional === true && locked.os !== undefined;
    const isFromRegistry = place.includes('node_modules/') && locked.link !== true;
    if (isFromRegistry && locked.integrity === undefined && !isOfOtherPlatform) faults.push(`${place} has no integrity hash`);
  }
  const root = lockfile.packages[''] ?? {};
  for (const [name, version] of Object.entries({ ...root.dependencies, ...root.devDependencies })) {
    if (!EXACT_VERSION.test(version) && !/^(npm:.+@\d|file:)/u.test(version))
      faults.push(`${name} is not pinned to an exact version: ${version}`);
  }
  return faults;
}

/** What a package's name says about the platform it is built for, as native packages name themselves. */
export function readPlatform(name: string): Platform | undefined {
  const words = name.split('/').at(-1) ?? '';
  const os = OS_NAMES.find((known) => words.includes(known));
  const cpu = CPU_NAMES.find((known) => words.includes(known));
  if (os === undefined || cpu === undefined) return undefined;
  return { os, cpu, libc: os === 'linux' ? (words.includes('musl') ? 'musl' : 'glibc') : undefined };
}

/** npm looks for a package beside the one that asks, then further and further out. */
function hasEntry(lockfile: Lockfile, askedBy: string, name: string): boolean {
  const folders = askedBy === '' ? [] : askedBy.split('/');
  return Array.from({ length: folders.length + 1 }, (_, depth) => [...folders.slice(0, depth), 'node_modules', name].join('/')).some(
    (place) => lockfile.packages[place] !== undefined,
  );
}

function isSamePlatform(one: Platform, other: Platform): boolean {
  return one.os === other.os && one.cpu === other.cpu && one.libc === other.libc;
}

function readCurrentPlatform(): Platform {
  const header = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  const libc = process.platform === 'linux' ? (header.header?.glibcVersionRuntime === undefined ? 'musl' : 'glibc') : undefined;
  return { os: process.platform, cpu: process.arch, libc };
}

if (import.meta.main) {
  const file = new URL('../package-lock.json', import.meta.url);
  const text = await readFile(file, 'utf8');
  const lockfile = JSON.parse(text) as Lockfile;
  if (!process.argv.includes('--check')) {
    const completed = completeLockfile(lockfile, readCurrentPlatform());
    const added = Object.keys(completed.packages).length - Object.keys(lockfile.packages).length;
    if (added > 0) await writeFile(file, `${JSON.stringify(completed, null, 2)}\n`);
    console.log(added > 0 ? `Added ${added} entries for other platforms.` : 'The lockfile is whole.');
    lockfile.packages = completed.packages;
  }
  const faults = findFaults(lockfile);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
