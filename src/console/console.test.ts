import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { makeWebConsole } from './index.ts';
import type { ConsolePaths } from './paths.ts';

/** A project with a console, and a builder that copies its one source. */
async function makePaths(t: TestContext): Promise<ConsolePaths> {
  const root = await mkdtemp(join(tmpdir(), 'sightline-console-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  const source = join(root, 'console');
  await mkdir(join(source, 'src'), { recursive: true });
  await writeFile(join(source, 'src', 'main.ts'), 'one');
  const vite = join(root, 'vite.mjs');
  await writeFile(vite, BUILDER);
  return { root, source, built: join(source, 'dist'), stamp: join(source, 'dist', 'stamp'), vite };
}

/** Copies the source into a page; fails on the word `wrong`. */
const BUILDER = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const [, , , source, , folder] = process.argv;
const text = readFileSync(source + '/src/main.ts', 'utf8');
if (text === 'wrong') { console.error('main.ts:1 is wrong'); process.exit(1); }
mkdirSync(folder + '/assets', { recursive: true });
writeFileSync(folder + '/index.html', text + ' __NONCE__');
writeFileSync(folder + '/assets/a-1.js', text);
writeFileSync(folder + '/secret', text);
`;

test('the console is built when its sources have changed, and only then', async (t) => {
  const paths = await makePaths(t);
  const web = makeWebConsole(paths);
  assert.match(await web.getPage('index.html', 'n'), /not built/u);
  assert.equal(await web.ensure(), 'built');
  assert.equal(await web.getPage('index.html', 'abc'), 'one abc');
  assert.equal(await web.ensure(), 'as-it-was');

  await writeFile(join(paths.source, 'src', 'main.ts'), 'two');
  assert.equal(await web.ensure(), 'built');
  assert.equal(await web.getPage('index.html', 'abc'), 'two abc');
  assert.equal((await web.findFile('assets/a-1.js'))?.plain.toString(), 'two');
});

test('several processes may build it at the same time', async (t) => {
  const paths = await makePaths(t);
  await makeWebConsole(paths).ensure();
  await writeFile(join(paths.source, 'src', 'main.ts'), 'two');
  const states = await Promise.all(Array.from({ length: 8 }, () => makeWebConsole(paths).ensure()));
  assert.deepEqual(new Set(states), new Set(['built']));
  assert.equal(await makeWebConsole(paths).getPage('index.html', 'abc'), 'two abc');
  const left = (await readdir(paths.source)).filter((name) => name.startsWith('.building-'));
  assert.deepEqual(left, []);
});

test('a console that cannot be built stays as it was, and says what was wrong', async (t) => {
  const paths = await makePaths(t);
  const web = makeWebConsole(paths);
  await web.ensure();
  await writeFile(join(paths.source, 'src', 'main.ts'), 'wrong');
  await assert.rejects(web.ensure(), /main\.ts:1 is wrong/u);
  assert.equal(await web.getPage('index.html', 'abc'), 'one abc');
});

test('without the tools what is there stays, and while it is built the page says so', async (t) => {
  const paths = await makePaths(t);
  await rm(paths.vite);
  assert.equal(await makeWebConsole(paths).ensure(), 'no-tools');
  await writeFile(paths.vite, BUILDER);
  const web = makeWebConsole(paths);
  const building = web.ensure();
  assert.match(await web.getPage('index.html', 'n'), /being built/u);
  assert.equal(await building, 'built');
});

test('each file comes packed, as the build has written it', async (t) => {
  const paths = await makePaths(t);
  const web = makeWebConsole(paths);
  await web.ensure();
  const file = await web.findFile('assets/a-1.js');
  assert.ok(file);
  assert.equal(brotliDecompressSync(file.br).toString(), 'one');
  assert.equal(gunzipSync(file.gzip).toString(), 'one');
  assert.deepEqual(await readdir(join(paths.built, 'assets')), ['a-1.js', 'a-1.js.br', 'a-1.js.gz']);
});

test('only built files of known types are found, whatever the path says', async (t) => {
  const paths = await makePaths(t);
  const web = makeWebConsole(paths);
  await web.ensure();
  assert.equal(await readFile(join(paths.built, 'secret'), 'utf8'), 'one');
  for (const path of ['secret', 'stamp', '../src/main.ts', '/etc/passwd', 'assets/../secret', 'assets/a-1.js.br', ''])
    assert.equal(await web.findFile(path), undefined, path);
});
