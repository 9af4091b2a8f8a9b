import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { findTestFolder } from '../support/test-folder.ts';

const KEY = 'slk_the_key_itself';
const FILES = { claude: '.mcp.json', cursor: '.cursor/mcp.json', vscode: '.vscode/mcp.json', codex: '.codex/config.toml' };

interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(folder: string, args: readonly string[]): Promise<Said> {
  const env = { ...process.env, HOME: folder, SIGHTLINE_API_KEY: KEY, SIGHTLINE_URL: 'http://10.1.2.3:8787' };
  try {
    return {
      code: 0,
      ...(await promisify(execFile)(process.execPath, [resolve('bin/sightline.js'), 'mcp', 'config', ...args], { cwd: folder, env })),
    };
  } catch (error) {
    return error as Said;
  }
}

test('the entry of a client is printed, and put into its file only when asked; the key is in neither', async () => {
  for (const [client, file] of Object.entries(FILES)) {
    const folder = await mkdtemp(join(findTestFolder(), 'sightline-client-'));
    const args = ['--client', client, '--toolsets', 'core,apps', '--read-only'];
    const shown = await run(folder, args);
    assert.equal(shown.code, 0, shown.stderr);
    assert.deepEqual(await readdir(folder), [], 'nothing is written');
    assert.match(shown.stdout, /"sightline",\s*"mcp",\s*"--toolsets",\s*"core,apps",\s*"--read-only"/u);
    assert.ok(shown.stdout.includes('http://10.1.2.3:8787') && shown.stdout.includes('SIGHTLINE_API_KEY'), shown.stdout);

    assert.equal((await run(folder, [...args, '--write'])).code, 0);
    const written = await readFile(join(folder, file), 'utf8');
    assert.equal(written, shown.stdout);
    assert.ok(!`${written}${shown.stdout}${shown.stderr}`.includes(KEY), client);
  }
});

test('servers that are there stay, ours is replaced, and what was there is kept', async () => {
  const folder = await mkdtemp(join(findTestFolder(), 'sightline-client-'));
  const before = JSON.stringify({ theme: 'dark', mcpServers: { other: { command: 'x' }, sightline: { command: 'old' } } });
  await writeFile(join(folder, '.mcp.json'), before);
  for (let times = 0; times < 2; times += 1) assert.equal((await run(folder, ['--client', 'claude', '--write'])).code, 0);
  const { theme, mcpServers } = JSON.parse(await readFile(join(folder, '.mcp.json'), 'utf8'));
  assert.deepEqual([theme, mcpServers.other.command, mcpServers.sightline.command], ['dark', 'x', 'npx']);
  const copies = (await readdir(folder)).filter((name) => name.endsWith('.bak')).toSorted();
  assert.equal(copies.length, 2);
  assert.equal(await readFile(join(folder, copies[0] ?? ''), 'utf8'), before);

  await mkdir(join(folder, '.codex'));
  await writeFile(join(folder, '.codex', 'config.toml'), 'model = "x"\n');
  assert.equal((await run(folder, ['--client', 'codex', '--write'])).code, 0);
  assert.match(await readFile(join(folder, '.codex', 'config.toml'), 'utf8'), /^model = "x"\n\n\[mcp_servers\.sightline\]\n/u);
});

test('a file that would lose something is left as it is', async () => {
  const folder = await mkdtemp(join(findTestFolder(), 'sightline-client-'));
  await mkdir(join(folder, '.codex'));
  for (const [client, text] of [
    ['claude', '{ // a comment\n "mcpServers": {} }'],
    ['claude', '[]'],
    ['claude', '{"mcpServers": 7}'],
    ['codex', '[mcp_servers.sightline]\ncommand = "mine"\n'],
  ] as const) {
    const file = join(folder, FILES[client]);
    await writeFile(file, text);
    const { code, stderr } = await run(folder, ['--client', client, '--write']);
    assert.equal(code, 1);
    assert.match(stderr, /Nothing was written/u);
    assert.equal(await readFile(file, 'utf8'), text);
    assert.ok(!(await readdir(folder)).some((name) => name.endsWith('.bak')));
  }
});
