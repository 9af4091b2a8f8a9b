import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { writeQueue } from './run-together.ts';

const RUN_TOGETHER = pathToFileURL(join(import.meta.dirname, 'run-together.ts')).href;
const PRELOAD = join(import.meta.dirname, 'untracked-promises.cjs');
const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Each writes down what happens in it, with the process. */
const toSource = (letter: string, record: string): string => `import { appendFileSync } from 'node:fs';
import { after, test } from 'node:test';
const note = (what) => appendFileSync(${JSON.stringify(record)}, process.pid + ' ' + what + ' ${letter}\\n');
note('loads');
after(() => note('ends'));
test('${letter} 1', async (t) => {
  await t.test('waits', () => new Promise((resolve) => setTimeout(resolve, 20)));
  note('first');
});
test('${letter} 2', async () => {
  await null;
  note('second');
});
`;

test('processes share a queue: each file runs in one, after the one before it, and what is done after all tests is done at the end', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-run-together-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [queue, record] = [join(folder, 'queue'), join(folder, 'record')];
  await mkdir(queue);
  const files = await Promise.all(
    LETTERS.map(async (letter) => {
      const path = join(folder, `${letter}.mjs`);
      await writeFile(path, toSource(letter, record));
      return path;
    }),
  );
  await writeQueue([...files.slice(0, 3), join(folder, 'missing.mjs'), ...files.slice(3)], queue);
  const takers = ['one.mjs', 'two.mjs'].map((name) => join(folder, name));
  for (const path of takers)
    await writeFile(path, `import { runQueue } from '${RUN_TOGETHER}';\nawait runQueue(${JSON.stringify(queue)});\n`);

  const { passed, failed } = await runAll(takers);
  assert.deepEqual(passed.toSorted(), LETTERS.flatMap((letter) => [`${letter} 1`, `${letter} 2`]).toSorted());
  assert.deepEqual(failed, [`${join(folder, 'missing.mjs')} is loaded`]);
  const lines = (await readFile(record, 'utf8')).trim().split('\n');
  const ran = Map.groupBy(lines, (line) => line.split(' ')[0]);
  for (const [pid, own] of ran) {
    const letters = own.filter((line) => line.includes('loads')).map((line) => line.at(-1));
    const expected = letters.flatMap((letter) => ['loads', 'first', 'second'].map((what) => `${pid} ${what} ${letter}`));
    assert.deepEqual(own, [...expected, ...letters.map((letter) => `${pid} ends ${letter}`)]);
  }
  assert.equal(lines.filter((line) => line.includes('loads')).length, LETTERS.length);
});

/** Names of the tests at the top. */
async function runAll(files: readonly string[]): Promise<{ readonly passed: string[]; readonly failed: string[] }> {
  // The runner skips its files in a process that a runner started.
  const context = process.env['NODE_TEST_CONTEXT'];
  delete process.env['NODE_TEST_CONTEXT'];
  const names = { passed: new Array<string>(), failed: new Array<string>() };
  try {
    const events = run({ files: [...files], execArgv: ['-r', PRELOAD] });
    const isOne = ({ name, nesting, details }: { name: string; nesting: number; details: { type?: string | undefined } }): boolean =>
      nesting === 0 && details.type !== 'suite' && !files.includes(name);
    events.on('test:pass', (event) => void (isOne(event) && names.passed.push(event.name)));
    events.on('test:fail', (event) => void (isOne(event) && names.failed.push(event.name)));
    for await (const _event of events);
  } finally {
    process.env['NODE_TEST_CONTEXT'] = context;
  }
  return names;
}
