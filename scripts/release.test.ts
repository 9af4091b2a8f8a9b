import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** No registry answers, as it must not be needed for the list, and cannot be asked for vulnerabilities. */
const ALONE = { ...process.env, npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' };

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-release-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

const release = (folder: string, ...steps: string[]) =>
  run(process.execPath, ['scripts/release.ts', '--into', folder, ...steps], { env: ALONE, maxBuffer: 64_000_000 });

test('a release holds its source and the list of what is in it, with checksums that hold', async (t) => {
  const folder = await makeFolder(t);
  await release(folder, 'sbom', 'source', 'checksums');
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  const names = [`sightline-${version}.cdx.json`, `sightline-${version}.tar.gz`];
  assert.deepEqual((await readdir(folder)).toSorted(), ['SHA256SUMS', ...names]);
  await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder });
  const bill = JSON.parse(await readFile(join(folder, names[0] ?? ''), 'utf8')) as { bomFormat: string; components: unknown[] };
  assert.equal(bill.bomFormat, 'CycloneDX');
  assert.ok(bill.components.length > 100);
  const { stdout } = await run('tar', ['--list', '--gzip', '--file', join(folder, names[1] ?? '')]);
  assert.match(stdout, new RegExp(`^sightline-${version}/src/main\\.ts$`, 'mu'));
});

test('nothing is published of what cannot be asked about: the first step that fails ends it', async (t) => {
  const folder = await makeFolder(t);
  await assert.rejects(release(folder, 'vulnerabilities', 'sbom', 'source', 'checksums'), (error: { code: number; stdout: string }) => {
    assert.equal(error.code, 1);
    assert.match(error.stdout, /^FAIL {2}vulnerabilities$/mu);
    assert.match(error.stdout, /This is no release\.\n$/u);
    return true;
  });
  assert.deepEqual(await readdir(folder), []);
});
