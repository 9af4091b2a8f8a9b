import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';

/** Puts test files into a folder in their order, for processes that take one after the other. */
export async function writeQueue(files: readonly string[], folder: string): Promise<void> {
  await Promise.all(files.map((file, at) => writeFile(join(folder, String(at).padStart(6, '0')), file)));
}

/** Runs the files of a queue that no other process takes, until none is left. */
export async function runQueue(folder: string): Promise<void> {
  await runEach(() => takeNext(folder));
}

/** Runs these files, in their order. */
export async function runTogether(files: readonly string[]): Promise<void> {
  const left = [...files];
  await runEach(async () => left.shift());
}

/** Suites without tests, which only order what runs; a report leaves them out. */
export const MARK = 'between the files of a process';

/**
 * Loads test files into this process, each when the tests of the one before have run. A file that cannot be loaded is a failed test of
 * its name and leaves the others alone.
 */
async function runEach(takeFile: () => Promise<string | undefined>): Promise<void> {
  keepEnvironment();
  let stay = stayOpen();
  for (let file = await takeFile(); file !== undefined; file = await takeFile()) {
    await load(file);
    // Tests of a process run one after the other: this one, which is empty, when those of the file have run.
    const haveRun = suite(MARK, () => undefined);
    const next = stayOpen();
    stay.end();
    await haveRun;
    stay = next;
  }
  stay.end();
}

/** While this suite has not ended, no test that comes after it begins, and what files do after all tests is not done yet. */
function stayOpen(): { readonly end: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  void suite(MARK, () => promise);
  return { end: resolve };
}

async function load(file: string): Promise<void> {
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    test(`${file} is loaded`, () => {
      throw error;
    });
  }
}

/** The first file of a queue. Of several processes that remove it one succeeds, and has it. */
async function takeNext(folder: string): Promise<string | undefined> {
  for (const name of (await readdir(folder)).toSorted()) {
    const path = join(folder, name);
    try {
      const file = await readFile(path, 'utf8');
      await rm(path);
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return undefined;
}

/** Whatever a test or a library that it loads sets there, the tests of other files find theirs as it was. */
function keepEnvironment(): void {
  const environment = { ...process.env };
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  });
}
