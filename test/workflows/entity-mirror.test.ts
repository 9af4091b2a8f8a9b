import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mirrorEntities } from '#areas/research/mirror/mirror-entities.ts';
import type { EntityMirrorOutput } from '#areas/research/mirror/entity-mirror.workflow.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import { makeEntityStore } from '#providers/entity-store/make-entity-store.ts';
import { ENTITY_STORE_TOKEN } from '../../sandbox/entities/table.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeProject } from '../support/rankings-world.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const KEYWORDS = 23;
const BATCH = 10;
const STORE = 'entity-store.sandbox';

interface Table {
  readonly keywords: readonly { readonly text: string; readonly latest_search_volume: number | null }[];
  readonly categories: readonly { readonly id: string }[];
  readonly project_keywords: readonly { readonly keyword_text: string }[];
  readonly keyword_categories: readonly { readonly keyword_text: string; readonly category_id: string }[];
}

const textOf = (place: number): string => `keyword ${String(place).padStart(2, '0')}`;

/** A run with keywords of which every third is in the lower of two categories, and one that is kept apart. */
async function makeRun(postgres: Postgres, runId: string, projectId: string | null): Promise<void> {
  await postgres.query(
    `insert into research_runs (id, project_id, url, host, status, created_at, updated_at) values ($1, $2, 'https://a.com/', 'a.com', 'complete', now(), now())`,
    [runId, projectId],
  );
  const texts = Array.from({ length: KEYWORDS }, (_none, place) => textOf(place));
  await postgres.query(
    `insert into research_keywords (run_id, location_code, language_code, keyword, original_text, sources, status)
     select $1, 2840, 'en', text, text, '{domain_seed}', case when text = $3 then 'irrelevant' else 'kept' end from unnest($2::text[]) as text`,
    [runId, [...texts, 'apart'], 'apart'],
  );
  await postgres.query(
    `insert into canonical_keywords (normalized_text, original_keyword_text, sources, latest_search_volume, updated_at)
     select text, upper(text), '{domain_seed}', nullif(length(text), 10), now() from unnest($1::text[]) as text on conflict do nothing`,
    [texts],
  );
  if (projectId === null) return;
  await postgres.query(
    `insert into categories (id, project_id, name, slug, path, parent_category_id, created_at, updated_at) values
       ('cat_a_low', $1, 'Low', 'low', '/Top/Low', 'cat_z_top', now(), now()), ('cat_z_top', $1, 'Top', 'top', '/Top', null, now(), now())`,
    [projectId],
  );
  await postgres.query(
    `insert into project_keywords (project_id, keyword_text, run_id, source, added_at) select $1, text, $2, 'domain_seed', now() from unnest($3::text[]) as text`,
    [projectId, runId, texts],
  );
  await postgres.query(
    `insert into keyword_categories (project_id, keyword_text, category_id, assignment_confidence, assigned_by, assigned_at)
     select $1, text, 'cat_a_low', 0.8, 'ai', now() from unnest($2::text[]) as text`,
    [projectId, texts.filter((_text, place) => place % 3 === 0)],
  );
}

const tableOf = async ({ sandbox }: TestApp): Promise<Table> => (await sandbox.get('/_sandbox/entity-store')).body;

async function listCalls({ sandbox }: TestApp): Promise<{ path: string; status: number | null; body: string; headers: object }[]> {
  const { entries } = (await sandbox.get('/_sandbox/calls')).body;
  return entries.filter(({ host }: { host: string }) => host === STORE);
}

interface Ended {
  readonly id: string;
  /** Undefined: it failed. */
  readonly output: EntityMirrorOutput | undefined;
}

/** Sends the run to the store, and gives how each message ended. */
async function mirror({ app: { context } }: TestApp, runId: string): Promise<Ended[]> {
  const { workflowIds } = await mirrorEntities(context, runId);
  return await Promise.all(workflowIds.map((id) => waitFor(context.workflows, id)));
}

async function waitFor(workflows: TestApp['app']['context']['workflows'], id: string): Promise<Ended> {
  const ended = await workflows.waitFor<EntityMirrorOutput>(id, PATIENCE_MS).catch(() => undefined);
  assert.ok(['completed', 'failed'].includes((await workflows.find(id))?.status ?? ''), `${id} has ended`);
  return { id, output: ended?.output };
}

test('the mirror in the entity store', async (suite) => {
  const app = await startTestApp(suite, {
    environment: {
      ENTITY_STORE_URL: 'https://entities.example.com/apps/app-1',
      ENTITY_STORE_TOKEN,
      ENTITY_STORE_BATCH: String(BATCH),
    },
  });
  const { context } = app.app;
  const { postgres } = context;
  const projectId = await makeProject(postgres);
  await makeRun(postgres, 'run_1', projectId);
  const lettersOf = async (): Promise<{ id: string; error: string; attempts: number; workflow_id: string }[]> =>
    (await app.api.get('/api/admin/queue/dead-letter?type=entity-mirror')).body.dead_letters;

  await suite.test('holds what a run kept, sent in batches, and nothing twice', async () => {
    const ended = await mirror(app, 'run_1');
    assert.deepEqual(
      ended.map(({ output }) => output?.keywords),
      [10, 10, 3],
    );
    assert.deepEqual(
      ended.map(({ output }) => output?.refused),
      [[], [], []],
    );
    const table = await tableOf(app);
    assert.deepEqual(
      table.keywords.map(({ text }) => text).toSorted(),
      Array.from({ length: KEYWORDS }, (_none, place) => textOf(place)),
    );
    assert.ok(
      table.keywords.every(({ latest_search_volume: volume }) => volume === null),
      'an unknown volume stays unknown',
    );
    assert.deepEqual(
      table.categories.map(({ id }) => id),
      ['cat_z_top', 'cat_a_low'],
      'parents first',
    );
    assert.deepEqual([table.project_keywords.length, table.keyword_categories.length], [KEYWORDS, 8]);
    const calls = await listCalls(app);
    assert.ok(calls.every(({ status, body }) => status === 200 && JSON.parse(body).items.length <= BATCH));
    assert.deepEqual(await mirror(app, 'run_1'), ended, 'a repeat finds its messages');
    assert.equal((await listCalls(app)).length, calls.length);
  });

  await suite.test('shows what was refused of a batch, and keeps the rest', async () => {
    await app.sandbox.post('/_sandbox/reset', {});
    await app.sandbox.post('/_sandbox/entity-store', { keywords: [textOf(1)], relations: [textOf(0)] });
    await makeRun(postgres, 'run_2', null);
    await postgres.query(`update research_runs set project_id = $1 where id = 'run_2'`, [projectId]);
    const [first] = await mirror(app, 'run_2');
    assert.deepEqual(first?.output?.refused, [
      { entity: 'keyword', key: textOf(1), error: 'the keyword could not be written' },
      { entity: 'project_keyword', key: textOf(0), error: 'the relation could not be written' },
      { entity: 'project_keyword', key: textOf(1), error: `no keyword ${textOf(1)}` },
      { entity: 'keyword_category', key: `${textOf(0)} in cat_a_low`, error: 'the relation could not be written' },
    ]);
    const table = await tableOf(app);
    assert.deepEqual([table.keywords.length, table.project_keywords.length, table.keyword_categories.length], [22, 21, 7]);
    assert.deepEqual(await lettersOf(), []);
  });

  await suite.test('gets through outages, lost answers and half answers by the retries of its queue', async () => {
    const ROUNDS = [
      ['http_500', 'lost_answer', 'truncated'],
      ['reset', 'malformed', 'empty'],
    ];
    for (const [round, kinds] of ROUNDS.entries()) {
      await app.sandbox.post('/_sandbox/reset', {});
      // Three failures at most: no message can use up its four tries.
      for (const kind of kinds) await app.sandbox.post('/_sandbox/faults', { match: STORE, kind, count: 1 });
      await makeRun(postgres, `run_3_${round}`, null);
      const ended = await mirror(app, `run_3_${round}`);
      assert.deepEqual(
        ended.map(({ output }) => [output?.keywords, output?.relations, output?.refused.length]),
        [
          [10, 0, 0],
          [10, 0, 0],
          [3, 0, 0],
        ],
      );
      assert.equal((await tableOf(app)).keywords.length, KEYWORDS);
      assert.equal((await listCalls(app)).length, 6, 'three calls, and three again');
    }
  });

  await suite.test('an outage that lasts makes dead letters, which can be sent again', async () => {
    await app.sandbox.post('/_sandbox/reset', {});
    await app.sandbox.post('/_sandbox/faults', { match: STORE, kind: 'http_500' });
    await makeRun(postgres, 'run_4', null);
    const ended = await mirror(app, 'run_4');
    assert.deepEqual(
      ended.map(({ output }) => output),
      [undefined, undefined, undefined],
    );
    const letters = await lettersOf();
    assert.deepEqual(
      letters.map(({ attempts }) => attempts),
      [4, 4, 4],
    );
    await app.sandbox.post('/_sandbox/faults', {});
    const again = await Promise.all(letters.map(({ id }) => app.api.post(`/api/admin/queue/dead-letter/${id}/retry`)));
    for (const { body } of again) assert.equal((await waitFor(context.workflows, body.workflow_id)).output?.refused.length, 0);
    assert.equal((await tableOf(app)).keywords.length, KEYWORDS);
  });

  await suite.test('a refused token fails at once and names both reasons', async () => {
    await app.sandbox.post('/_sandbox/reset', {});
    await app.sandbox.post('/_sandbox/entity-store', { token: 'a newer one' });
    await makeRun(postgres, 'run_5', null);
    const [first] = await mirror(app, 'run_5');
    const letter = (await lettersOf()).find(({ workflow_id: id }) => id === first?.id);
    assert.match(letter?.error ?? '', /token \(ENTITY_STORE_TOKEN\) is wrong or expired.+address \(ENTITY_STORE_URL\) lacks the app id/u);
    assert.equal(letter?.attempts, 1);
  });

  await suite.test('a run of research is complete while the store is away, which gets everything later', async () => {
    await app.sandbox.post('/_sandbox/reset', {});
    await app.sandbox.post('/_sandbox/faults', { match: STORE, kind: 'http_500' });
    const [site] = (await app.sandbox.get('/_sandbox/world')).body.sites;
    const { run_id: runId, enrichment } = (await app.api.post('/run', { url: site.domain, project_id: projectId })).body;
    const confirmation = {
      confirmed_categories: [enrichment.high_level_categories[0].path],
      locations: ['United States'],
      limits: { keywords_max: 30 },
    };
    assert.equal((await app.api.post(`/run/${runId}/confirm-categories`, confirmation)).status, 202);
    const { rows: runs } = await postgres.query<{ id: string }>('select harvest_workflow_id as id from research_runs where id = $1', [
      runId,
    ]);
    assert.ok((await waitFor(context.workflows, runs[0]?.id ?? '')).output, 'the run is complete');
    const lost = await mirror(app, runId);
    assert.ok(lost.length > 0 && lost.every(({ output }) => output === undefined));
    await app.sandbox.post('/_sandbox/faults', {});
    for (const { id } of (await lettersOf()).filter((letter) => lost.some((message) => message.id === letter.workflow_id))) {
      const { body } = await app.api.post(`/api/admin/queue/dead-letter/${id}/retry`);
      assert.deepEqual((await waitFor(context.workflows, body.workflow_id)).output?.refused, []);
    }
    const { rows: kept } = await postgres.query<{ text: string }>(
      `select distinct keyword as text from research_keywords where run_id = $1 and status = 'kept'`,
      [runId],
    );
    const table = await tableOf(app);
    const texts = kept.map(({ text }) => text).toSorted();
    assert.deepEqual([table.keywords.map(({ text }) => text).toSorted(), table.project_keywords.length], [texts, texts.length]);
    assert.ok(texts.length > 10 && table.keyword_categories.length > 0);
  });

  await suite.test('does nothing where no store is configured', async () => {
    const entityStore = makeEntityStore({
      http: { request: () => assert.fail('no call') },
      config: { url: undefined, token: undefined, batchMax: BATCH },
    });
    assert.deepEqual(await mirrorEntities({ ...context, entityStore }, 'run_1'), { keywords: 0, workflowIds: [] });
    await assert.rejects(entityStore.upsertProjectKeywords([]), /No entity store is configured/u);
  });

  await suite.test('takes no changes from outside', async () => {
    const { status, body } = await app.anonymous.post('/webhooks/entity-store', { event: 'keyword.updated' });
    assert.deepEqual([status, body.error], [501, 'not implemented']);
  });
});
