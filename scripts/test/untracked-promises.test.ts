import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const PRELOAD = join(import.meta.dirname, 'untracked-promises.cjs');

test('the runner leaves no mark on a promise', () => {
  assert.deepEqual(Reflect.ownKeys(Promise.resolve()), []);
});

test('an error that is thrown in a timer, or as a rejection for which no one waits, still fails the run', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-untracked-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const cases = {
    'timer.mjs': `setTimeout(() => { throw new Error('late'); }, 1); await new Promise((resolve) => setTimeout(resolve, 50));`,
    'rejection.mjs': `await null; void Promise.reject(new Error('late')); await new Promise((resolve) => setTimeout(resolve, 50));`,
    'fine.mjs': `await null;`,
  };
  const failed: string[] = [];
  for (const [name, body] of Object.entries(cases)) {
    const path = join(folder, name);
    await writeFile(path, `import { test } from 'node:test';\ntest('${name}', async () => { ${body} });\n`);
    if (!(await succeeds(path))) failed.push(name);
  }
  assert.deepEqual(failed, ['timer.mjs', 'rejection.mjs']);
});

/** Without the variable by which the runner of this test would take the other for a part of its own. */
async function succeeds(path: string): Promise<boolean> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, ['-r', PRELOAD, path], { env, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}
