import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openTestStores } from '../../../test/support/index.ts';

/** As many as libuv has by default. */
const THREADS = 4;
/** Longer than a statement may be silent and a look after it may take. */
const STATEMENT_SECONDS = 10;

test('a long statement lives on while all threads of the process are busy', { timeout: 120_000 }, async (t) => {
  const { postgres, dataDir } = await openTestStores(t);
  await postgres.query('select 1');
  const pipe = join(dataDir, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // Opening a pipe holds a thread until the other side is opened.
  const readers = Array.from({ length: THREADS }, () => open(pipe, 'r'));
  try {
    const { rows } = await postgres.query<{ done: number }>(`select 1 as done from pg_sleep(${STATEMENT_SECONDS})`);
    assert.deepEqual(rows, [{ done: 1 }]);
  } finally {
    closeSync(openSync(pipe, 'w'));
    for (const reader of await Promise.all(readers)) await reader.close();
  }
  const { rows } = await postgres.query<{ done: number }>('select 1 as done');
  assert.deepEqual(rows, [{ done: 1 }]);
});
