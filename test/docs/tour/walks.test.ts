import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { readBlocks, type TourBlock } from '../../../scripts/tour/blocks.ts';
import { findDifferences } from '../../../scripts/tour/compare.ts';
import { startTourService } from '../../../scripts/tour/run.ts';
import { makeApiClient } from '../../support/api-client.ts';
import { skipOutOfTurn, SKIPPED } from '../../support/test-width.ts';
import { listDocuments, readDocument } from '../documents.ts';

/**
 * The walks of the documents, one after another beside one service, as a reader takes them. `npm test` takes the first ones, over fewer
 * days and weeks; `npm run test:whole` takes them all like that, and `npm run soak tour` each of them in full.
 */
const FEWER: Readonly<Record<string, readonly [whole: string, fewer: string]>> = {
  'docs/tracking.md': ['DAYS=30', 'DAYS=4'],
  'docs/domains.md': ['WEEKS=5', 'WEEKS=2'],
};
/** Starts its processes itself; `operations.test.ts` runs it. */
const ALONE = 'docs/operations.md';
/** Weeks pass in these walks. Those who read app stores begin what they read themselves. */
const CRAWLS_OFF = `for JOB in job_admin_catalog_refresh job_store_a_catalog_refresh job_customer_app_tracking; do
  api -X PUT $URL/api/jobs/$JOB -d '{"is_enabled": false}' > /dev/null
done`;

test('the walks of all documents work as printed, one after another in one folder', async (t) => {
  const service = await startTourService();
  t.after(() => service.stop());
  const sandbox = makeApiClient(service.sandboxUrl);

  const walk = async (file: string): Promise<unknown[]> => {
    const blocks = readWalk(file);
    const answers = await service.run(blocks);
    for (const [at, { printed, line }] of blocks.entries())
      if (printed !== undefined) assert.deepEqual(findDifferences(printed, answers[at]), [], `${file}:${line}`);
    return answers;
  };

  await service.run([{ line: 1, commands: `${readWalk('docs/workflows.md')[0]?.commands}\n${CRAWLS_OFF}`, printed: undefined }]);
  await t.test('README.md', async () => void (await walk('README.md')));
  await t.test('docs/accounts.md', async () => void (await walk('docs/accounts.md')));
  await t.test('docs/alerts.md', { skip: skipOutOfTurn(3, 4) }, async () => void (await walk('docs/alerts.md')));
  await t.test('docs/answers.md', { skip: skipOutOfTurn(2, 4) }, async () => void (await walk('docs/answers.md')));
  await t.test('docs/assistants.md', { skip: skipOutOfTurn(0, 4) }, async () => void (await walk('docs/assistants.md')));
  await t.test('docs/workflows.md', { skip: skipOutOfTurn(0, 4) }, async () => void (await walk('docs/workflows.md')));

  await t.test('docs/tracking.md, begun two seconds before midnight', { skip: skipOutOfTurn(1, 4) }, async () => {
    const { body: clock } = await sandbox.get<{ now: string }>('/_sandbox/clock');
    await sandbox.post('/_sandbox/clock', { now: `${clock.now.slice(0, 10)}T23:59:58.000Z` });
    const answers = (await walk('docs/tracking.md')) as { rankings?: readonly { rank: number | null }[] }[];
    const [history, , past] = answers.slice(2).flatMap((answer) => (answer?.rankings === undefined ? [] : [answer.rankings]));
    assert.equal(history?.length, 5, 'a record for the first day and each that passed');
    assert.equal(past?.length, 5, 'the competitor has the same days');
  });

  await t.test('docs/domains.md', { skip: skipOutOfTurn(2, 4) }, async () => {
    const answers = (await walk('docs/domains.md')) as DomainAnswer[];
    const weeks = answers.find((answer) => answer?.snapshots !== undefined)?.snapshots ?? [];
    assert.deepEqual(
      weeks.slice(0, 4).map(({ source }) => source),
      ['summary', 'summary', 'summary', 'history'],
    );
    const truth = answers.find((answer) => answer?.backlinks_nofollow !== undefined);
    for (const name of ['backlinks', 'backlinks_nofollow', 'referring_domains', 'rank'] as const)
      assert.equal(weeks[0]?.[name], truth?.[name], `${name} of the newest week is what the world is like`);
  });

  await t.test('docs/apps.md: places and changes of a week are those of the world', { skip: SKIPPED }, async () => {
    // Some blocks print nothing.
    const answers = (await walk('docs/apps.md')).filter((answer) => answer !== undefined) as AppAnswer[];
    const truths = answers.filter(({ rank_series: series }) => series !== undefined);
    assert.equal(truths.length, 2, 'both stores');
    for (const truth of truths) {
      const own = answers.filter(({ app_id: appId, rankings }) => appId === truth.app_id || rankings?.[0]?.app_id === truth.app_id);
      assertTruePlaces(own.find(({ rankings }) => rankings !== undefined)?.rankings ?? [], truth);
      assertTrueChanges(
        own.findLast(({ changes, rank_series: series }) => changes !== undefined && series === undefined)?.changes ?? [],
        truth,
      );
    }
  });

  await t.test('docs/classification.md', { skip: skipOutOfTurn(3, 4) }, async () => void (await walk('docs/classification.md')));
  await t.test('docs/digests.md', { skip: skipOutOfTurn(3, 4) }, async () => void (await walk('docs/digests.md')));
  await t.test('docs/moving-in.md', { skip: skipOutOfTurn(0, 4) }, async () => void (await walk('docs/moving-in.md')));
  await t.test('docs/search-console.md', { skip: skipOutOfTurn(2, 4) }, async () => void (await walk('docs/search-console.md')));
  await t.test('docs/exports.md', { skip: skipOutOfTurn(1, 4) }, async () => void (await walk('docs/exports.md')));
  await t.test('docs/queues.md', { skip: SKIPPED }, async () => void (await walk('docs/queues.md')));
  // It ends while its keywords are being checked, and in the walk of the queues every call fails for a while.
  await t.test('docs/research.md', { skip: SKIPPED }, async () => void (await walk('docs/research.md')));

  await t.test('docs/recipes.md, in Node.js and in Python', { skip: SKIPPED }, async (own) => {
    const recipes = [...readDocument('docs/recipes.md').text.matchAll(/^```(?<language>\w+) recipe\n(?<code>[\s\S]*?)^```/gmu)];
    assert.deepEqual(
      recipes.map(({ groups }) => groups?.['language']),
      ['js', 'python'],
    );
    const [node, python] = recipes.map(({ groups }) => groups?.['code'] ?? '');
    const lines = await service.runProgram([process.execPath, '--input-type=module', '-'], node ?? '');
    assert.match(lines, /^invoice generator: \d+\ninvoicing software: \d+\n$/u);
    if (!hasPython()) return own.diagnostic('without python3 its recipe is not run');
    assert.equal(await service.runProgram(['python3', '-'], python ?? ''), lines);
  });

  await t.test('waiting ends with what is waited for, also when that fails or does not exist', async () => {
    const [setUp] = readWalk('docs/workflows.md');
    const helpers = listDocuments().flatMap(({ text }) => [...text.matchAll(/^finished\(\) \{[\s\S]*?^\}/gmu)].map(([helper]) => helper));
    assert.deepEqual([new Set(helpers).size, helpers.length], [1, 8], 'every walk waits in the same way');
    const commands = `${setUp?.commands}
ended() { finished "$1" 2> /dev/null && echo yes || echo no; }
GONE=$(api $URL/api/admin/workflow/serp-tracking -d "{\\"project_id\\": \\"$PROJECT\\"}" | pick status_url)
finished $GONE
echo "[\\"$(ended $GONE)\\", \\"$(ended /api/admin/workflow/serp-tracking/none)\\", \\"$(ended '')\\"]"
eventually false 2> /dev/null && exit 1
eventually true`.replace('seq 300', 'seq 3');
    assert.deepEqual(await service.run([{ line: 1, commands, printed: undefined }]), [['yes', 'no', 'yes']]);
  });
});

interface AppAnswer {
  readonly app_id?: string;
  readonly rankings?: readonly { readonly app_id: string; readonly date: string; readonly rank: number; readonly category_id: string }[];
  readonly rank_series?: readonly { readonly date: string; readonly ranks: Readonly<Record<string, number>> }[];
  readonly changes?: readonly Record<string, unknown>[];
}

/** On each day on which the chart was read, the first and the last of the week among them. */
function assertTruePlaces(rankings: NonNullable<AppAnswer['rankings']>, { rank_series: series = [] }: AppAnswer): void {
  const category = rankings[0]?.category_id ?? '';
  const truth = new Map(series.map(({ date, ranks }) => [date, ranks[category]]));
  // The clock was moved by weeks before, and the default jobs crawl every week.
  const ofWeek = rankings.filter(({ date }) => truth.has(date));
  assert.deepEqual(
    ofWeek.map(({ date, rank }) => [date, rank]),
    ofWeek.map(({ date }) => [date, truth.get(date)]),
  );
  const days = new Set(ofWeek.map(({ date }) => date));
  for (const day of [series[0], series.at(-1)]) if (day?.ranks[category] !== undefined) assert.ok(days.has(day.date), day.date);
  assert.ok(ofWeek.length > 0, 'the app has a place');
}

const SAME_FIELDS = ['title', 'subtitle', 'price', 'version'];

/** What is otherwise than a week before, whatever happened in between. */
function assertTrueChanges(changes: NonNullable<AppAnswer['changes']>, { changes: true_ = [] }: AppAnswer): void {
  const byField = Map.groupBy(true_, ({ field }) => String(field));
  for (const field of SAME_FIELDS) {
    const all = byField.get(field) ?? [];
    const [from, to] = [all[0]?.['from'], all.at(-1)?.['to']];
    const seen = changes.filter((change) => change['field'] === field).map(({ old_value: before, new_value: now }) => [before, now]);
    assert.deepEqual(seen, from === to ? [] : [[from, to]], field);
  }
}

interface Figures {
  readonly backlinks: number;
  readonly backlinks_nofollow: number;
  readonly referring_domains: number;
  readonly rank: number;
}
type DomainAnswer = Partial<Figures> & { readonly snapshots?: readonly (Figures & { readonly source: string })[] };

test('no walk is left out', () => {
  const walks = listDocuments().filter(({ text }) => readBlocks(text).length > 0);
  assert.deepEqual(
    walks.map(({ file }) => file).toSorted(),
    [
      'README.md',
      'docs/accounts.md',
      'docs/alerts.md',
      'docs/answers.md',
      'docs/apps.md',
      'docs/assistants.md',
      'docs/classification.md',
      'docs/digests.md',
      'docs/domains.md',
      'docs/exports.md',
      'docs/moving-in.md',
      ALONE,
      'docs/queues.md',
      'docs/research.md',
      'docs/search-console.md',
      'docs/tracking.md',
      'docs/workflows.md',
    ].toSorted(),
  );
});

function hasPython(): boolean {
  return spawnSync('python3', ['--version']).status === 0;
}

function readWalk(file: string): TourBlock[] {
  const { text } = readDocument(file);
  const [whole, fewer] = FEWER[file] ?? ['', ''];
  if (whole !== '') assert.equal(text.split(whole).length, 2, `${file} has not one ${whole}`);
  const blocks = readBlocks(text.replace(whole, fewer));
  assert.ok(blocks.length >= 7, `${file} has lost its blocks`);
  return blocks;
}
