import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { newId } from '#kernel/ids.ts';
import { loadBrowserTable, type BrowserTable, type TableFilters } from '../support/browser-table.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { IS_WHOLE } from '../support/test-width.ts';
import { advanceDay, makeProject, PROVIDER } from '../support/rankings-api.ts';

const SITES = ['invoicenest.com', 'ledgerwise.app', 'paybrook.com'];
const KEYWORDS = 24;
const TRIES = IS_WHOLE ? 200 : 40;

/** A few keywords of the world in different engines, devices and intervals, with tags, stars, notes and target pages by chance. */
async function makeGrid(app: TestApp, seed: number): Promise<string> {
  const { api, sandbox } = app;
  const chance = fc.sample(fc.array(fc.nat(1_000), { minLength: 200, maxLength: 200 }), { seed, numRuns: 1 })[0] ?? [];
  let at = 0;
  const draw = <Value>(values: readonly Value[]): Value => values[(chance[at++ % chance.length] ?? 0) % values.length] as Value;
  const { keywords } = (await sandbox.get('/_sandbox/world')).body;
  const known: string[] = keywords
    .filter((one: { location_code: number; language_code: string }) => one.location_code === 2840 && one.language_code === 'en')
    .map(({ keyword }: { keyword: string }) => keyword);
  const chosen = fc.sample(fc.shuffledSubarray(known, { minLength: KEYWORDS, maxLength: KEYWORDS }), { seed, numRuns: 1 })[0] ?? [];
  const projectId = await makeProject(api, SITES, `org_filters_${seed}`);
  const tracked = await api.post('/api/keywords/track', {
    project_id: projectId,
    keywords: chosen.map((keyword) => ({
      keyword,
      device: draw(['desktop', 'mobile']),
      engine: draw(['engine_a', 'engine_a', 'engine_b']),
      check_interval: draw(['daily', 'weekly', 'manual']),
    })),
  });
  assert.equal(tracked.status, 200, JSON.stringify(tracked.body));
  await app.app.context.workflows.waitFor(tracked.body.serp_tracking.workflow_id, PATIENCE_MS);
  await advanceDay(app);
  const again = async (some: readonly string[], status: string): Promise<void> => {
    const keywordList = some.map((keyword) => ({ keyword, force: true }));
    const { body } = await api.post('/api/rankings/track', { project_id: projectId, keywords: keywordList, force: true });
    assert.ok(
      body.results.every((one: { status: string }) => status === 'any' || one.status === status),
      JSON.stringify(body.results),
    );
  };
  await again(chosen.slice(0, KEYWORDS / 2), 'any');
  await sandbox.post('/_sandbox/faults', { match: PROVIDER, kind: 'provider_40501', rate: 1 });
  await again(chosen.slice(KEYWORDS / 2, KEYWORDS / 2 + 3), 'failed');
  await sandbox.post('/_sandbox/faults', {});
  // What is tracked now and was never checked.
  await api.post('/api/keywords/track', { project_id: projectId, check_interval: 'manual', keywords: [{ keyword: 'a brand new one' }] });
  const { body: grid } = await api.get(`/api/rankings/grid?project_id=${projectId}`);
  for (const name of ['first', 'second']) {
    const { body: tag } = await api.post('/api/tags', { project_id: projectId, name: `${name} ${seed}`, color: 'blue' });
    const some = grid.columns.keyword_id.filter(() => draw([true, false]));
    const starred = draw([true, false]);
    const page = draw(grid.lists.page.length > 0 ? grid.lists.page : ['https://invoicenest.com/']);
    const changes = { add_tag_ids: [tag.tag.id], starred, target_url: page };
    const edited = await api.post('/api/project-keywords/bulk', { project_id: projectId, keyword_ids: some, ...changes });
    assert.equal(edited.status, 200, JSON.stringify(edited.body));
  }
  return projectId;
}

async function readGrid({ api }: TestApp, projectId: string, filters: Readonly<Record<string, unknown>>): Promise<any> {
  const query = new URLSearchParams({ project_id: projectId, competitors: 'true' });
  for (const [name, value] of Object.entries(filters)) query.set(name, String(value));
  const { status, body } = await api.get(`/api/rankings/grid?${query.toString()}`);
  assert.equal(status, 200, `${query.toString()} ${JSON.stringify(body).slice(0, 400)}`);
  return body;
}

/** Filters by a few of the values that a grid has, one to three at once. */
function toFilters({ lists, columns, competitors }: any): fc.Arbitrary<TableFilters> {
  const some = (values: readonly string[]) => fc.subarray([...values, 'nothing-like-it'], { minLength: 1, maxLength: 3 });
  const one = (values: readonly string[]) => fc.constantFrom(...values);
  const range = (numbers: readonly (number | null)[]) => {
    const known = [0, 1, ...numbers.filter((value) => value !== null)];
    const [low, high] = [fc.constantFrom('', ...known), fc.constantFrom('', ...known)];
    return fc.tuple(low, high).map((bounds) => `${bounds[0]}..${bounds[1]}`);
  };
  const words = columns.keyword.flatMap((keyword: string) => keyword.split(' '));
  const fields: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    q: fc.subarray(words, { minLength: 1, maxLength: 2 }).map((list) => list.join(' ').toUpperCase()),
    band: fc.subarray(['top3', 'top10', 'top20', 'top50', 'below', 'not_found', 'failed', 'pending'], { minLength: 1 }),
    overview: fc.subarray(['cited', 'not_cited', 'not_shown', 'not_loaded'], { minLength: 1 }),
    moved: one(['fell', 'rose', 'up', 'down', 'new', 'lost', 'unchanged']),
    position: range(columns.position),
    change: range(columns.change),
    volume: range(columns.volume),
    difficulty: range(columns.difficulty),
    cpc: range(columns.cpc),
    traffic: range(columns.traffic),
    tag: fc.subarray(
      lists.tag.map(({ id }: { id: string }) => id),
      { minLength: 1 },
    ),
    intent: fc.subarray(['commercial', 'informational', 'transactional', 'navigational'], { minLength: 1 }),
    journey: fc.subarray([...new Set(['awareness', 'decision', ...lists.journey])], { minLength: 1 }),
    modifier: fc.subarray(lists.modifier, { minLength: 1 }),
    branded: fc.boolean(),
    mention: fc.boolean(),
    feature: some(lists.feature),
    page: one(['/', 'invoicenest', 'blog', ...lists.page]),
    domain: one(['elsewhere.org', ...lists.domain]),
    engine: fc.subarray(['engine_a', 'engine_b'], { minLength: 1 }),
    interval: fc.subarray(['daily', 'weekly', 'monthly', 'manual'], { minLength: 1 }),
    vs: fc
      .tuple(one([...competitors.map(({ domain }: { domain: string }) => domain), 'stranger.org']), one(['1..10', '..20', '5..', '..']))
      .map(([domain, text]) => [`${domain} ${text}`]),
    starred: fc.constant(true),
    wrongPage: fc.constant(true),
  };
  return fc
    .subarray(Object.keys(fields), { minLength: 1, maxLength: 3 })
    .chain((names) => fc.record(Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))));
}

/** The rows that the browser leaves of an answer. */
function findRows({ readKeywords, toTests }: BrowserTable, answer: unknown, filters: TableFilters) {
  const keywords = readKeywords(answer);
  const tests = toTests(keywords, filters);
  const rows = Array.from({ length: keywords.count }, (_none, row) => row).filter((row) => tests.every((fits) => fits(row)));
  return { keywords, rows, keys: rows.map(keywords.keyOf) };
}

async function assertSame(app: TestApp, projectId: string): Promise<void> {
  const browser = await loadBrowserTable();
  const whole = await readGrid(app, projectId, {});
  const narrowed = new Set<string>();
  await fc.assert(
    fc.asyncProperty(toFilters(whole), async (filters) => {
      const answer = await readGrid(app, projectId, browser.toApiFilters(filters) ?? {});
      const { keywords, rows, keys } = findRows(browser, whole, filters);
      assert.deepEqual(findRows(browser, answer, {}).keys, keys);
      assert.equal(answer.matching, keys.length);
      const sum = browser.sumTraffic(keywords, rows);
      assert.equal(answer.traffic.visits, sum.visits === null ? null : Math.round(sum.visits * 10) / 10);
      assert.deepEqual(
        [answer.traffic.keywords, answer.traffic.without_volume + answer.traffic.without_outcome],
        [sum.keywords, sum.unknown],
      );
      if (keys.length > 0 && keys.length < whole.n) for (const name of Object.keys(filters)) narrowed.add(name);
    }),
    { numRuns: TRIES },
  );
  assert.ok(narrowed.size > 8, `only ${[...narrowed].join(', ')} left some rows and took others`);
}

/** Filters by keyword choose the same for the grid, a list and a bulk edit. */
async function assertSameElsewhere(app: TestApp, projectId: string): Promise<void> {
  const { columns, lists } = await readGrid(app, projectId, {});
  const volumes = columns.volume.filter((volume: number | null) => volume !== null).toSorted((one: number, other: number) => one - other);
  const [word = ''] = columns.keyword[0].split(' ');
  const filters = [
    { words: word.toUpperCase() },
    { volume_min: volumes[Math.floor(volumes.length / 2)] },
    { cpc_max: 5, difficulty_min: 20 },
    { intents: lists.intent.slice(0, 1), tag_ids: [lists.tag[0].id] },
  ];
  for (const filter of filters) {
    const ids = new Set((await readGrid(app, projectId, filter)).columns.keyword_id);
    const query = new URLSearchParams({ project_id: projectId, limit: '500' });
    for (const [name, value] of Object.entries(filter)) query.set(name, String(value));
    const { body: list } = await app.api.get(`/api/project-keywords?${query.toString()}`);
    assert.deepEqual(new Set(list.keywords.map(({ keyword_id: id }: { keyword_id: string }) => id)), ids, JSON.stringify(filter));
    const edit = { project_id: projectId, filter, starred: true, dry_run: true };
    const { body: edited } = await app.api.post('/api/project-keywords/bulk', edit);
    assert.equal(edited.keywords, ids.size, JSON.stringify(filter));
  }
}

test('a filter of the API leaves the rows that the same filter of the browser leaves', async (t: TestContext) => {
  const app = await startTestApp(t, { environment: { KEYWORD_ENRICHMENT: 'on' } });
  for (const seed of [1, 2]) {
    const projectId = await makeGrid(app, seed);
    const { workflows } = app.app.context;
    await workflows.waitFor(await workflows.start('keyword-enrichment', {}, { id: newId('wf_') }), PATIENCE_MS);
    await workflows.waitFor(await workflows.start('keyword-labels', {}, { id: newId('wf_') }), PATIENCE_MS);
    await t.test(`the grid ${seed}`, async () => await assertSame(app, projectId));
    await t.test(`lists and bulk edits of the grid ${seed}`, async () => await assertSameElsewhere(app, projectId));
  }
});
