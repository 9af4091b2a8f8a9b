import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCorrect, type CorrectFlags } from '../../src/cli/correct.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { onEnd } from '../support/closers.ts';
import { findTestFolder } from '../support/test-folder.ts';

/** More than one call takes. */
const LINES = 450;

test('corrections come from a CSV file: looked at whole, then recorded', async (t) => {
  const { url, api } = await startTestApp(t);
  const folder = await mkdtemp(join(findTestFolder(), 'sightline-correct-'));
  onEnd(t, () => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'corrections.csv');
  const countSaid = async (): Promise<number> => (await api.get('/api/admin/classifier/corrections/stats')).body.total;
  const run = async (lines: readonly string[], flags: CorrectFlags = {}) => {
    await writeFile(file, lines.join('\r\n'));
    const said: string[] = [];
    await runCorrect(file, { ...flags, url, key: TEST_ADMIN_KEY }, (text) => void said.push(text));
    const { exitCode = 0 } = process;
    process.exitCode = 0;
    return { text: said.join('\n'), exitCode };
  };
  const header = 'domain,domain_type,notes';
  const good = Array.from({ length: LINES }, (_none, at) => `csv-site-${at}.com,news,`);

  await t.test('one wrong cell anywhere, and nothing is recorded', async () => {
    const wrong = good.with(3, 'csv-site-3.com,nonsense,').with(301, 'csv site,news,');
    const { text, exitCode } = await run([header, ...wrong]);
    assert.deepEqual(text.split('\n'), [
      'line 5, domain_type: must be a label of domain_type; GET /api/admin/classifier/vocabularies lists them',
      'line 303, domain: names nothing that is known',
      'Nothing was recorded.',
    ]);
    assert.deepEqual([exitCode, await countSaid()], [1, 0]);
    const asJson = await run([header, ...wrong], { json: true });
    assert.deepEqual(JSON.parse(asJson.text).wrong[1], { line: 303, column: 'domain', message: 'names nothing that is known' });
    assert.match(
      (await run(['name,domain_type', ...good])).text,
      /^line 1: has the column "name", which is none of a correction\nline 1: must/u,
    );
  });

  await t.test('a check records nothing, and the file is recorded in several calls', async () => {
    const checked = await run([header, ...good, ''], { check: true });
    assert.deepEqual([checked.text, checked.exitCode], [`${LINES} corrections can be recorded. Nothing was.`, 0]);
    assert.equal(await countSaid(), 0);
    const { text, exitCode } = await run([header, ...good, '']);
    assert.match(text, new RegExp(`^${LINES} corrections recorded\\.`, 'u'));
    assert.deepEqual([exitCode, await countSaid()], [0, LINES]);
    assert.equal((await api.get('/api/admin/domains?data_tier=classified&limit=1')).body.total, LINES);
  });
});
