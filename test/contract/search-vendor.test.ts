import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { searchProvider } from '#providers/index.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = `src/providers/${searchProvider.identity.name}/`;

/** Files of the service that name the vendor of search data, and why they must. */
const NAMING: Readonly<Record<string, string>> = {
  'src/environment.ts': 'the settings of its account bear its name',
  'src/config.ts': 'reads them',
  'src/list-secrets.ts': 'takes them out of what is shown, as a part of the configuration',
  'src/providers/index.ts': 'chooses it',
  'src/areas/operations/routes/provider.ts': 'two addresses of the API are specified with its name',
};

test('only its folder, the configuration and the line that chooses it name the vendor of search data', () => {
  const { name, title } = searchProvider.identity;
  const word = new RegExp(`${name}|${title}`, 'iu');
  const files = globSync('src/**/*.ts', { cwd: ROOT }).map((file) => relative('.', file));
  assert.ok(
    files.some((file) => file.startsWith(FOLDER)),
    `${FOLDER} is its folder`,
  );
  const naming = files.filter(
    (file) => !file.startsWith(FOLDER) && !file.endsWith('.test.ts') && word.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  assert.deepEqual(naming.toSorted(), Object.keys(NAMING).toSorted());
});
