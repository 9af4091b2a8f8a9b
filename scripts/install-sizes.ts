import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run install-sizes`: what an install takes on the disk, by package, the largest first. Those that only development
 * needs are marked: `npm ci --omit=dev` leaves them out.
 */
interface Package {
  readonly path: string;
  readonly bytes: number;
  readonly isForDevelopment: boolean;
}

interface Installed {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean; readonly link?: boolean }>>;
}

const FOLDER = 'node_modules';
const SHOWN = 25;
const MEGABYTE = 1_000_000;
const BLOCK_BYTES = 512;

/** As npm recorded what it installed; without links into the repository itself, and what was removed since. */
function listPackages(): Package[] {
  const { packages } = JSON.parse(readFileSync(join(FOLDER, '.package-lock.json'), 'utf8')) as Installed;
  return Object.entries(packages)
    .filter(([path, { link }]) => path.startsWith(`${FOLDER}/`) && link !== true && existsSync(path))
    .map(([path, { dev, devOptional }]) => ({ path, bytes: measure(path), isForDevelopment: dev === true || devOptional === true }));
}

/** What files and folders occupy; packages inside of it count for themselves. */
function measure(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== FOLDER);
  return entries.reduce((bytes, entry) => {
    const path = join(folder, entry.name);
    return bytes + (entry.isDirectory() ? measure(path) : measureOne(path));
  }, measureOne(folder));
}

const measureOne = (path: string): number => lstatSync(path).blocks * BLOCK_BYTES;

const toMegabytes = (packages: readonly Package[]): string =>
  `${(packages.reduce((sum, { bytes }) => sum + bytes, 0) / MEGABYTE).toFixed(1).padStart(8)} MB`;

const packages = listPackages().toSorted((one, other) => other.bytes - one.bytes);
const [development, service] = [true, false].map((wanted) => packages.filter(({ isForDevelopment }) => isForDevelopment === wanted));
const lines = packages
  .slice(0, SHOWN)
  .map((one) => `${toMegabytes([one])}  ${one.path.slice(FOLDER.length + 1)}${one.isForDevelopment ? ' (development)' : ''}`);
process.stdout.write(
  `${[
    ...lines,
    `${toMegabytes(packages.slice(SHOWN))}  ${packages.slice(SHOWN).length} smaller packages`,
    `${toMegabytes(service ?? [])}  of the service`,
    `${toMegabytes(development ?? [])}  of development alone`,
    `${toMegabytes(packages)}  in all`,
  ].join('\n')}\n`,
);
