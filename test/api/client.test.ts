import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { ROOT } from '../docs/documents.ts';

const run = promisify(execFile);
const FOLDER = join(ROOT, 'clients', 'typescript');
const ADDRESS = 'http://127.0.0.1:8787';

test("the example of the client's page runs as it stands, and its types fit", async (t) => {
  const service = await startTestApp(t);
  const [, example = ''] = /```ts\n([\s\S]+?)```/u.exec(await readFile(join(FOLDER, 'README.md'), 'utf8')) ?? [];
  assert.ok(example.includes(ADDRESS));

  const folder = await mkdtemp(join(tmpdir(), 'sightline-client-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'node_modules', '@sightline'), { recursive: true });
  await symlink(FOLDER, join(folder, 'node_modules', '@sightline', 'client'));
  await symlink(join(ROOT, 'node_modules', '@types'), join(folder, 'node_modules', '@types'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const file = join(folder, 'example.ts');
  await writeFile(file, example.replace(ADDRESS, service.url));

  const options = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions', '--types', 'node'];
  const target = ['--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom,dom.iterable'];
  await run(join(ROOT, 'node_modules', '.bin', 'tsc'), ['--ignoreConfig', ...options, ...target, file], { cwd: folder });
  const { stdout } = await run(process.execPath, [file], { cwd: folder, env: { ...process.env, SIGHTLINE_API_KEY: TEST_ADMIN_KEY } });
  assert.equal(stdout.trim(), '200 0');
});
