import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const SOURCES = join(import.meta.dirname, '..');
const STYLES = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/global.css'));

/** What a file takes of the kit: the names of components. */
function listComponents(text: string): string[] {
  const imports = [...text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/gu)].flatMap(([, names = '']) => names.split(','));
  return imports.map((name) => name.trim()).filter((name) => /^[A-Z]/u.test(name));
}

test('every component of the kit that a file uses has its styles, for all screens or beside the file', () => {
  const shared = readFileSync(join(SOURCES, 'app/styles.ts'), 'utf8');
  const missing = globSync('**/*.tsx', { cwd: SOURCES }).flatMap((file) => {
    const text = readFileSync(join(SOURCES, file), 'utf8');
    return listComponents(text)
      .filter((name) => existsSync(join(STYLES, `${name}.css`)))
      .filter((name) => !`${shared}${text}`.includes(`@mantine/core/styles/${name}.css`))
      .map((name) => `${file}: ${name}`);
  });
  assert.deepEqual(missing, []);
});

test('no style asks for light-dark(): a build makes it of a colour scheme that the kit sets elsewhere, and nothing is drawn', () => {
  // The shared page sets its colour scheme beside its colours.
  const asking = globSync('{app,screens,ui}/**/*.css', { cwd: SOURCES }).filter((file) =>
    readFileSync(join(SOURCES, file), 'utf8').includes('light-dark('),
  );
  assert.deepEqual(asking, []);
});
