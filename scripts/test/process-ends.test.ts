import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, test } from 'node:test';
import { collectBadEnds } from './process-ends.ts';

const PASSES = `import { test } from 'node:test';\ntest('passes', () => {});\n`;
const BAD_PROCESSES: Readonly<Record<string, readonly [source: string, says: RegExp]>> = {
  'an error after the end of its test': [
    `import { test } from 'node:test';
     test('leaves a timer', () => { setTimeout(() => { throw new Error('too late'); }, 1); });
     test('waits', async () => { await new Promise((resolve) => setTimeout(resolve, 200)); });`,
    /"leaves a timer".*too late/su,
  ],
  'an exit in the middle': [
    `${PASSES}test('ends the process', async () => { await new Promise(setImmediate); process.exit(7); });`,
    /exit code 7; the last test that it completed: "passes"/u,
  ],
  'a signal': [
    `${PASSES}test('is killed', async () => { await new Promise(setImmediate); process.kill(process.pid, 'SIGKILL'); });`,
    /SIGKILL/u,
  ],
};

for (const [end, [source, says]] of Object.entries(BAD_PROCESSES)) {
  test(`a process of tests that ends by ${end} is reported with it`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'sightline-bad-end-'));
    t.after(async () => await rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'bad.mjs'), source);
    // The runner skips its files in a process that a runner started.
    const context = process.env['NODE_TEST_CONTEXT'];
    delete process.env['NODE_TEST_CONTEXT'];
    t.after(() => (process.env['NODE_TEST_CONTEXT'] = context));
    const events = run({ files: [join(folder, 'bad.mjs')] });
    const ends = collectBadEnds(events);
    for await (const _event of events);
    assert.match(ends.join('\n'), says);
  });
}
