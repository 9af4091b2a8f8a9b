import { afterEach, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';

/**
 * Loads test files into this process, whose tests then run one after the other in the order of the files. A file that cannot be
 * loaded is a failed test of its name and leaves the others alone.
 */
export async function runTogether(files: readonly string[]): Promise<void> {
  const loaded = Promise.withResolvers<void>();
  // Loading blocks the process for seconds, which is no test's time: the tests come after this.
  suite('the files of a process are loaded', () => loaded.promise);
  for (const file of files) {
    try {
      await import(pathToFileURL(file).href);
    } catch (error) {
      test(`${file} is loaded`, () => {
        throw error;
      });
    }
  }
  keepEnvironment();
  loaded.resolve();
}

/** Whatever a test or a library that it loads sets there, the tests of other files find theirs as it was. */
function keepEnvironment(): void {
  const environment = { ...process.env };
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  });
}
