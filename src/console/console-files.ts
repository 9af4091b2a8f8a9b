import { globSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
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
/** The highest: a build packs once, in two seconds of one core, and files are 6 % smaller than with 7. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

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
 * Writes `<file>.br` and `<file>.gz` beside each file of a build. A service that packed by itself showed its first screen a
 * second later.
 */
export async function packConsoleFiles(folder: string): Promise<void> {
  // One file after the other: packing runs on the threads that new connections to stores need too.
  for (const name of listFiles(folder)) {
    const path = join(folder, name);
    const plain = await readFile(path);
    const [br, gz] = await Promise.all([packBrotli(plain, BROTLI), packGzip(plain)]);
    await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
  }
}

/**
 * The files of the build of now, each read when it is first asked for and then kept. Names are looked up in a map, so that
 * no path can lead outside of it.
 */
export function makeConsoleFiles({ built, stamp }: ConsolePaths = CONSOLE_PATHS): ConsoleFiles {
  let known: { readonly at: number; readonly files: ReadonlyMap<string, KeptFile> } | undefined;
  const load = async (): Promise<ReadonlyMap<string, KeptFile>> => {
    const at = await stat(stamp).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (at === undefined) return new Map();
    if (known?.at !== at)
      known = { at, files: new Map(listFiles(built).map((name) => [name.replaceAll('\\', '/'), { path: join(built, name) }])) };
    return known.files;
  };
  return {
    async find(path) {
      const file = (await load()).get(path);
      if (file !== undefined) file.content ??= await readPacked(file.path);
      return file?.content;
    },
  };
}

interface KeptFile {
  readonly path: string;
  content?: ConsoleFile;
}

function listFiles(folder: string): readonly string[] {
  return globSync('**/*.*', { cwd: folder }).filter((name) => TYPES[extname(name)] !== undefined);
}

async function readPacked(path: string): Promise<ConsoleFile> {
  const [plain, br, gz] = await Promise.all([readFile(path), readFile(`${path}.br`), readFile(`${path}.gz`)]);
  return { type: TYPES[extname(path)] ?? '', plain, br, gzip: gz };
}
