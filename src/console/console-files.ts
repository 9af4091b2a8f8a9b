import { globSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { CONSOLE_PATHS, type ConsolePaths } from './paths.ts';

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
/** High enough for files that are packed once, low enough for a second of one core. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };

/** A built file, plain and packed. */
export interface ConsoleFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

export interface ConsoleFiles {
  /** A file of the console by its path below `/console/`. No other path leads to a file. */
  find(path: string): Promise<ConsoleFile | undefined>;
}

/**
 * The built console in memory: 1 MB, read when it is first asked for, and again after another build.
 * Files are looked up in a map, so that no path can lead outside of it.
 */
export function makeConsoleFiles({ built, stamp }: ConsolePaths = CONSOLE_PATHS): ConsoleFiles {
  let known: { readonly at: number; readonly files: Promise<ReadonlyMap<string, ConsoleFile>> } | undefined;
  const load = async (): Promise<ReadonlyMap<string, ConsoleFile>> => {
    const at = await stat(stamp).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (at === undefined) return new Map();
    if (known?.at !== at) known = { at, files: readFiles(built) };
    return await known.files;
  };
  return {
    find: async (path) => (await load()).get(path),
  };
}

/**
 * One file after the other: packing runs on the threads that connections to stores need too, and two hundred files at once
 * kept new ones waiting until the database seemed to be away.
 */
async function readFiles(folder: string): Promise<ReadonlyMap<string, ConsoleFile>> {
  const names = globSync('**/*.*', { cwd: folder }).filter((name) => TYPES[extname(name)] !== undefined);
  const files = new Map<string, ConsoleFile>();
  for (const name of names) {
    const plain = await readFile(join(folder, name));
    const [br, gz] = await Promise.all([packBrotli(plain, BROTLI), packGzip(plain)]);
    files.set(name.replaceAll('\\', '/'), { type: TYPES[extname(name)] ?? '', plain, br, gzip: gz });
  }
  return files;
}
