import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeLogger } from '#kernel/logger.ts';
import { openPostgres } from '#stores/postgres/index.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { makeApiClient, type ApiClient } from '../support/api-client.ts';
import { onEnd } from '../support/closers.ts';
import { readCompileCache } from '../support/service-process.ts';
import { findTestFolder } from '../support/test-folder.ts';
import { TEST_DAY } from '../support/test-day.ts';

const OUR_SITE = 'invoicenest.com';
const DAYS = 2;
const LAST_WORDS = 'lets a day pass';

interface ShownPosition {
  readonly keyword: string;
  readonly device: string;
  readonly position: string;
}

test('the demo shows the true positions, ends with 0, and goes on where it ended', async (t) => {
  const dataDir = await mkdtemp(join(findTestFolder(), 'sightline-demo-'));
  onEnd(t, () => rm(dataDir, { recursive: true, force: true }));
  const sandbox = await startSandbox({ port: 0, now: TEST_DAY });
  onEnd(t, () => sandbox.close());
  const truth = makeApiClient(sandbox.url);
  /** What it says until it ends; without `--exit` until it has said all, and then it is ended. */
  const showDemo = async (...more: string[]): Promise<string> => {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, ...readCompileCache(), DATA_DIR: dataDir, PORT: '0', SANDBOX: sandbox.url };
    const parameters = ['--max-semi-space-size=16', 'src/main.ts', 'demo', ...more, '--days', String(DAYS), '--keywords', '11'];
    const child = spawn(process.execPath, parameters, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    onEnd(t, () => child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    const said: string[] = [];
    for await (const text of child.stdout.setEncoding('utf8')) {
      if (text.includes(LAST_WORDS)) child.kill('SIGTERM');
      said.push(text);
    }
    assert.deepEqual(await ended, [0, null]);
    return said.join('');
  };

  const { body: onboarded } = await truth.get(`/_sandbox/truth/domain?domain=${OUR_SITE}`);
  const begun = performance.now();
  const first = await showDemo('--exit');
  // Without a terminal a step says when it begins and ends, how far it is every ten seconds, and when a day is over.
  const progress = first
    .slice(0, first.indexOf('Share of 22 tracked keywords'))
    .split('\n')
    .filter((line) => line.trim() !== '');
  const steps = Number(/1 of (\d+): /u.exec(first)?.[1]);
  const linesMax = 2 * steps + DAYS + (performance.now() - begun) / 10_000;
  assert.ok(progress.length <= linesMax, `${progress.length} lines of progress, at most ${linesMax}:\n${progress.join('\n')}`);
  // Each day is named, and the sums stand before the rows.
  assert.equal(new Set(first.match(/\d{4}-\d{2}-\d{2}(?=: 22 of 22 result pages)/gu)).size, 2);
  const parts = [
    'Share of 22 tracked keywords',
    'How often assistants named and cited',
    'What is known of both',
    'What the domains are',
    'A list of domains, pages and keywords, classified',
    'The best keywords that research has found',
    'One app on both app stores',
    'Cost so far',
    'Positions of invoicenest.com, 20 of 22',
  ];
  const places = parts.map((part) => first.indexOf(part));
  assert.ok(!places.includes(-1), first);
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  );
  const answers = readAnswers(first);
  assert.deepEqual(
    answers.map(({ surface }) => surface),
    ['chat_gpt', 'gemini'],
  );
  for (const { surface, n, named, low, high, verdict } of answers) {
    // Six prompts, five times in a week; a few are refused.
    assert.ok(n > 20 && n <= 30, `${surface}: ${n}`);
    assert.ok(low <= named && named <= high, surface);
    assert.match(verdict, /^(?:moved up|moved down|within noise)$/u, surface);
  }
  assert.match(first, /Cost so far: \d+\.\d{4} USD for 44 result pages/);
  const known = /^invoicenest\.com +(?<links>\d+) +(?<domains>\d+) +(?<keywords>\d+) +(?<rank>\d+) +\d+$/mu.exec(first)?.groups;
  assert.deepEqual(
    [known?.['links'], known?.['domains'], known?.['rank']],
    [onboarded.backlinks, onboarded.referring_domains, onboarded.rank].map(String),
  );
  const shares = readLinkerShares(first);
  assert.ok(shares.length > 2 && !shares.some(([type]) => type === 'not known'), first);
  const sum = shares.reduce((all, [, share]) => all + share, 0);
  assert.ok(Math.abs(sum - 100) <= shares.length, `rounded shares make up the whole, not ${sum}`);
  for (const { item, label } of readListed(first)) {
    const { body: real } = await truth.get(`/_sandbox/truth/classification?domain=${item}`);
    assert.equal(label, real.domain_type, item);
  }
  assert.match(first, /Classified a list of 23 items for 0\.00 USD/u);
  for (const app of readApps(first)) {
    const { body: real } = await truth.get(`/_sandbox/truth/app?platform=${app.platform}&app_id=${app.id}`);
    assert.deepEqual([app.rating, app.ratings, app.version], [real.rating.toFixed(1), String(real.rating_count), real.version]);
  }
  assert.deepEqual(
    readApps(first).map(({ platform }) => platform),
    ['store_a', 'store_b'],
  );
  const shown = readPositions(first);
  assert.equal(shown.length, 20);
  for (const row of shown) assert.equal(row.position, await findTruePosition(truth, row), `${row.keyword} on ${row.device}`);

  const second = await showDemo();
  // Who starts it looks at the console while the days pass, and afterwards.
  const links = [...second.matchAll(/http\S+#\S+/gu)];
  assert.deepEqual([links.length, links.map(({ index }) => index < second.indexOf('Simulate'))], [2, [true, false]], second);
  assert.ok(!first.includes('#'), 'a service that ends has no link');
  assert.match(second, /for 88 result pages/);
  for (const row of readPositions(second))
    assert.equal(row.position, await findTruePosition(truth, row), `${row.keyword} on ${row.device}`);
  const postgres = await openPostgres({ databaseUrl: undefined, dataDir, logger: makeLogger('fatal') });
  onEnd(t, () => postgres.close());
  const { rows } = await postgres.query('select distinct check_interval from tracked_keywords');
  assert.deepEqual(rows, [{ checkInterval: 'daily' }], 'a day that passes brings checks');
});

/** How often each assistant named the website in the last whole week, in percent. */
function readAnswers(output: string) {
  const table = output.slice(output.indexOf('How often assistants named'), output.indexOf('What is known of both'));
  const rate = String.raw`([\d.]+) % \(([\d.]+) to ([\d.]+)\)`;
  return [...table.matchAll(new RegExp(String.raw`^(\w+) +(\d+) +${rate} +${rate} +(\S.*)$`, 'gmu'))].map(
    ([, surface = '', n, named, low, high, , , , verdict = '']) => ({
      surface,
      n: Number(n),
      named: Number(named),
      low: Number(low),
      high: Number(high),
      verdict,
    }),
  );
}

/** What the domains are that link to our site, in percent. */
function readLinkerShares(output: string): [type: string, share: number][] {
  const table = output.slice(output.indexOf('What the domains are'), output.indexOf('Cost so far'));
  return [...table.matchAll(/^(\S[\w ]*?) {2,}(\d+) % +\d+ %$/gmu)].map(([, type = '', share = '']) => [type, Number(share)]);
}

/** Domains of the list that were classified surely. */
function readListed(output: string) {
  const table = output.slice(output.indexOf('A list of domains, pages and keywords, classified'), output.indexOf('The best keywords'));
  const rows = [...table.matchAll(/^([a-z0-9-]+(?:\.[a-z0-9-]+)+) {2,}(\S[\w ]*?) +(\d+) +classified/gmu)];
  assert.ok(rows.length > 0, table);
  return rows.map(([, item = '', label = '']) => ({ item, label }));
}

/** One product on both stores. */
function readApps(output: string) {
  const table = output.slice(output.indexOf('One app on both'), output.indexOf('Cost so far'));
  return [...table.matchAll(/ {2,}(store_[ab]) +(\S+) +([\d.]+) +(\d+) +(\S+) +\S/gmu)].map(
    ([, platform = '', id = '', rating = '', ratings = '', version = '']) => ({ platform, id, rating, ratings, version }),
  );
}

/** The rows of the last table. */
function readPositions(output: string): ShownPosition[] {
  const table = output.slice(output.indexOf(`Positions of ${OUR_SITE}`));
  return [...table.matchAll(/^(.+?) {2,}(desktop|mobile) +(\d+|not in 100|failed)/gmu)].map(
    ([, keyword = '', device = '', position = '']) => ({
      keyword,
      device,
      position,
    }),
  );
}

async function findTruePosition(truth: ApiClient, { keyword, device }: ShownPosition): Promise<string> {
  const query = new URLSearchParams({ keyword, device, location_code: '2840', language_code: 'en' });
  const { body } = await truth.get(`/_sandbox/truth/serp?${query.toString()}`);
  const own = body.items.find(
    (item: { type: string; domain: string }) => item.type === 'organic' && `.${item.domain}`.endsWith(`.${OUR_SITE}`),
  );
  return own === undefined ? 'not in 100' : String(own.rank_group);
}
