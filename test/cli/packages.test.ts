import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { callTool, ERAS, makeAssistant } from '../support/assistant-client.ts';
import { makeAssistantWorld } from '../support/assistant-world.ts';

const run = promisify(execFile);
const START_MS_MAX = 1_500;
const BYTES_MAX = 15_000_000;

test('the packages work where nothing else of Sightline is', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-packages-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const packed = join(folder, 'packed');
  await run(process.execPath, ['scripts/packages.ts', packed]);
  const files = (await readdir(packed)).map((file) => join(packed, file));
  assert.equal(files.length, 2, files.join());
  const empty = join(folder, 'empty');
  await mkdir(empty);
  await writeFile(join(empty, 'package.json'), '{ "name": "empty", "version": "1.0.0", "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...files], { cwd: empty });
  const { app, keys, projectId } = await makeAssistantWorld(t);

  for (const era of ERAS)
    await t.test(`@sightline/mcp serves a client of the ${era} era`, async () => {
      const client = makeAssistant(era);
      const env = { PATH: process.env['PATH'] ?? '', SIGHTLINE_URL: app.url, SIGHTLINE_API_KEY: keys.read };
      const begun = performance.now();
      await client.connect(
        new StdioClientTransport({ command: join(empty, 'node_modules', '.bin', 'sightline-mcp'), args: ['--read-only'], env, cwd: empty }),
      );
      t.after(() => client.close());
      t.diagnostic(`${era}: connected after ${Math.round(performance.now() - begun)} ms; on an idle machine at most ${START_MS_MAX}`);
      assert.equal((await callTool(client, 'list_projects')).projects[0].id, projectId);
    });

  await t.test('it is small, and needs nothing', async () => {
    const bytes = await sumBytes(join(empty, 'node_modules', '@sightline', 'mcp'));
    t.diagnostic(`${bytes} bytes installed`);
    assert.ok(bytes < BYTES_MAX);
    assert.deepEqual(
      (await readdir(join(empty, 'node_modules'))).filter((name) => !name.startsWith('.')),
      ['@sightline'],
    );
  });

  await t.test('@sightline/client asks the service, and has types', async () => {
    const program = `
      import { getOverview } from '@sightline/client';
      import { createClient } from '@sightline/client/client';
      const client = createClient({ baseUrl: ${JSON.stringify(app.url)}, auth: ${JSON.stringify(keys.read)} });
      const { data } = await getOverview({ client });
      const ids: string[] = (data?.projects ?? []).map(({ id }) => id);
      console.log(ids.join());`;
    await writeFile(join(empty, 'ask.ts'), program);
    const { stdout } = await run(process.execPath, ['ask.ts'], { cwd: empty });
    assert.equal(stdout.trim(), projectId);
    const flags = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--lib',
      'es2024,dom',
      '--types',
      '',
    ];
    await run(join(process.cwd(), 'node_modules', '.bin', 'tsc'), [...flags, 'ask.ts'], { cwd: empty });
  });
});

async function sumBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(names.map(async (name) => await stat(join(folder, name))));
  return sizes.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0);
}
