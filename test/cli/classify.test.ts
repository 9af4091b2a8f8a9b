import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { onEnd } from '../support/closers.ts';
import { ROOT } from '../docs/documents.ts';
import { findTestFolder } from '../support/test-folder.ts';

const MAIN = join(ROOT, 'src/main.ts');

/** Without any setting: what is printed must come from the files of the program alone. */
const environment = { PATH: process.env['PATH'] };

function classify(parameters: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, 'classify', ...parameters], {
    cwd: ROOT,
    encoding: 'utf8',
    input,
    env: environment,
  });
  return { status, stderr, lines: stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)])) };
}

test('lines of standard input become a line of JSON each, also those that cannot be read', () => {
  const input = 'https://WWW.Example.com/pricing?utm_source=x\r\n\nno address\nhttps://example.com/blog/how-to-cook-rice';
  const { status, lines, stderr } = classify(['url'], input);
  assert.equal(status, 0);
  assert.deepEqual(
    lines.map((line) => [line.input, line.subject, line.classification?.page_type, typeof line.error]),
    [
      ['https://WWW.Example.com/pricing?utm_source=x', 'https://www.example.com/pricing', 'pricing_page', 'undefined'],
      ['no address', undefined, undefined, 'string'],
      ['https://example.com/blog/how-to-cook-rice', 'https://example.com/blog/how-to-cook-rice', 'blog_post', 'undefined'],
    ],
  );
  assert.match(stderr, /^3 lines, \d to review, 1 could not be read\n$/u);
  const [{ verdicts, confidence, domain }] = lines;
  const { page_type: verdict } = verdicts;
  assert.deepEqual([verdict.label, verdict.stage, verdict.evidence.length > 0], ['pricing_page', 'rules', true]);
  assert.ok(confidence >= 80 && verdict.confidence >= 80 && 'second_best' in verdict);
  assert.deepEqual(Object.keys(domain), ['classification', 'verdicts', 'confidence', 'needs_review', 'stages_run']);
});

test('what is said of one line says so', () => {
  assert.match(classify(['url', 'https://example.com/pricing']).stderr, /^1 line, \d to review, 0 could not be read\n$/u);
  assert.match(classify(['url'], '').stderr, /^0 lines, 0 to review, 0 could not be read\n$/u);
});

test('arguments come before a file, and what would need the service says so unless it is not wanted', async (t) => {
  const folder = await mkdtemp(join(findTestFolder(), 'sightline-classify-'));
  onEnd(t, () => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'hosts.txt');
  await writeFile(file, 'qzxv-1.com\nqzxv-2.com\n');
  const fromFile = classify(['domain', '--file', file]);
  assert.deepEqual(
    fromFile.lines.map(({ subject }) => subject),
    ['qzxv-1.com', 'qzxv-2.com'],
  );
  for (const line of fromFile.lines) assert.equal(line.skip_reason, line.confidence < 70 ? 'needs_service' : undefined);
  const quiet = classify(['domain', 'qzxv-1.com', '--file', file, '--skip-fetch', '--skip-llm', '--json']);
  assert.deepEqual([quiet.lines.length, quiet.lines[0].skipped, quiet.stderr], [1, undefined, '']);
});

test('a keyword says whose brands it names', async (t) => {
  const folder = await mkdtemp(join(findTestFolder(), 'sightline-classify-'));
  onEnd(t, () => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'brands.txt');
  await writeFile(file, 'Brightpath\n');
  const { lines } = classify(['keyword', '--brands', file, 'bright path crm pricing', 'nike shoes', 'oak tables']);
  assert.deepEqual(
    lines.map(({ words }) => [words.branded, words.has_brand_mention, words.brands.map(({ name }: { name: string }) => name)]),
    [
      [true, true, ['Brightpath']],
      [false, true, ['nike']],
      [false, false, []],
    ],
  );
  assert.deepEqual(lines[0].words.modifiers, ['price', 'brand']);
});

test('what cannot be read at all is refused with exit code 1', () => {
  const absent = classify(['domain', '--file', '/no/such/file']);
  assert.deepEqual([absent.status, absent.lines], [1, []]);
  assert.match(absent.stderr, /no such file/u);
  assert.match(classify(['site', 'a.com']).stderr, /Allowed choices are domain, url, keyword/u);
});

test('lines are answered while others are still to come, and a reader who stops ends it quietly', async () => {
  const child = spawn(process.execPath, [MAIN, 'classify', 'domain', '--json'], {
    cwd: ROOT,
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => void child.once('close', resolve));
  let complaints = '';
  child.stderr.on('data', (piece) => (complaints += String(piece)));
  child.stdin.on('error', () => undefined);
  for (let at = 0; at < 5_000; at += 1) child.stdin.write(`host-${at}.com\n`);
  for await (const line of createInterface({ input: child.stdout })) {
    assert.equal(JSON.parse(line).subject, 'host-0.com');
    break;
  }
  child.stdout.destroy();
  for (let at = 0; at < 5_000; at += 1) child.stdin.write(`more-${at}.com\n`);
  child.stdin.end();
  assert.equal(await ended, 0);
  assert.equal(complaints, '');
});
