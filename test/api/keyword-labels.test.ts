import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { waitForLabels } from '../support/labels.ts';
import { waitUntil } from '../support/wait-until.ts';

interface Labelled {
  readonly keyword_text: string;
  readonly journey: string | null;
  readonly branded: boolean | null;
  readonly has_brand_mention: boolean | null;
  readonly modifiers: string[] | null;
  readonly labelled_at: string | null;
}

async function makeProject({ api }: TestApp, name: string): Promise<string> {
  return (await api.post('/api/projects', { name, organization_id: 'org_words' })).body.project_id;
}

async function track({ api }: TestApp, projectId: string, keywords: readonly string[]): Promise<void> {
  const body = { project_id: projectId, check_interval: 'manual', keywords: keywords.map((keyword) => ({ keyword })) };
  assert.equal((await api.post('/api/keywords/track', body)).status, 200);
}

/** The keywords that fit, once the words of all of the project were read. */
async function listLabelled({ api }: TestApp, projectId: string, filter: Record<string, string> = {}): Promise<Labelled[]> {
  const query = (more: Record<string, string>): string => new URLSearchParams({ project_id: projectId, ...more }).toString();
  const list = async (more: Record<string, string>): Promise<Labelled[]> =>
    (await api.get(`/api/project-keywords?${query(more)}`)).body.keywords;
  await waitForLabels(api, projectId);
  return (await list(filter)).toSorted((one, other) => one.keyword_text.localeCompare(other.keyword_text));
}

async function classify({ api }: TestApp, projectId: string, keyword: string): Promise<any> {
  return (await api.post('/api/admin/classify-keyword', { keyword, project_id: projectId, skip_llm: true })).body.classification;
}

const KEYWORDS = ['best running shoes', 'how to clean running shoes', 'nike running shoes price', 'invoicenest login', 'plumber near me'];

test('labels of tracked keywords', async (t) => {
  const app = await startTestApp(t);
  const projectId = await makeProject(app, 'Words');
  await track(app, projectId, KEYWORDS);

  await t.test('are null until the words were read, then those that the classifier gives', async () => {
    const labelled = await listLabelled(app, projectId);
    assert.equal(labelled.length, KEYWORDS.length);
    for (const one of labelled) {
      const truth = await classify(app, projectId, one.keyword_text);
      assert.deepEqual(
        [one.journey, one.branded, one.has_brand_mention, one.modifiers],
        [truth.journey, truth.branded, truth.has_brand_mention, truth.modifiers],
        one.keyword_text,
      );
    }
    assert.deepEqual(new Set(labelled.map((one) => one.branded)), new Set([false]), 'the project has no website yet');
    assert.deepEqual(new Set(labelled.map((one) => one.has_brand_mention)), new Set([false, true]));
  });

  await t.test('filter lists and edits', async () => {
    const all = await listLabelled(app, projectId);
    const texts = (rows: readonly Labelled[]): string[] => rows.map((one) => one.keyword_text);
    for (const journey of new Set(all.flatMap((one) => one.journey ?? [])))
      assert.deepEqual(
        texts(await listLabelled(app, projectId, { journey })),
        texts(all.filter((one) => one.journey === journey)),
        journey,
      );
    for (const branded of [true, false])
      assert.deepEqual(
        texts(await listLabelled(app, projectId, { branded: String(branded) })),
        texts(all.filter((one) => one.branded === branded)),
      );
    const local = await listLabelled(app, projectId, { modifiers: 'local,price' });
    assert.deepEqual(texts(local), texts(all.filter((one) => one.modifiers?.some((sign) => ['local', 'price'].includes(sign)))));
    assert.ok(local.length > 0 && local.length < all.length);
    for (const mention of [true, false])
      assert.deepEqual(
        texts(await listLabelled(app, projectId, { has_brand_mention: String(mention) })),
        texts(all.filter((one) => one.has_brand_mention === mention)),
      );
    const edit = { project_id: projectId, filter: { has_brand_mention: true }, starred: true, dry_run: true };
    assert.equal((await app.api.post('/api/project-keywords/bulk', edit)).body.keywords, all.filter((one) => one.has_brand_mention).length);
    const { status, body } = await app.api.get(`/api/project-keywords?project_id=${projectId}&journey=nowhere&modifiers=odd`);
    assert.deepEqual([status, body.details.map((one: any) => one.path.split(/[.[]/u)[0]).toSorted()], [400, ['journey', 'modifiers']]);
  });

  await t.test('stand in the grid', async () => {
    const all = await listLabelled(app, projectId);
    const { columns, lists, n } = (await app.api.get(`/api/rankings/grid?project_id=${projectId}`)).body;
    const shown = Array.from({ length: n }, (_none, row) => ({
      keyword_text: columns.keyword[row],
      journey: lists.journey[columns.journey[row]] ?? null,
      branded: columns.branded[row],
      has_brand_mention: columns.has_brand_mention[row],
      modifiers: columns.modifiers[row].map((place: number) => lists.modifier[place]),
    }));
    assert.deepEqual(
      shown.toSorted((one, other) => one.keyword_text.localeCompare(other.keyword_text)),
      all.map(({ keyword_text: text, journey, branded, has_brand_mention: mention, modifiers }) => ({
        keyword_text: text,
        journey,
        branded,
        has_brand_mention: mention,
        modifiers,
      })),
    );
  });

  await t.test('follow the own websites of their project, and of no other', async () => {
    const other = await makeProject(app, 'Other');
    await track(app, other, ['invoicenest login']);
    const brandedIn = async (id: string): Promise<boolean> =>
      (await listLabelled(app, id)).some((one) => one.keyword_text === 'invoicenest login' && one.branded === true);
    assert.deepEqual([await brandedIn(projectId), await brandedIn(other)], [false, false]);
    const asset = { project_id: projectId, type: 'website', value: 'invoicenest.com', name: 'We', skip_onboarding: true };
    const { id } = (await app.api.post('/api/assets', asset)).body;
    await waitUntil(() => brandedIn(projectId), 'the name of the website to be a brand', PATIENCE_MS);
    assert.equal(await brandedIn(other), false);
    await app.api.delete(`/api/assets/${id}`);
    await waitUntil(async () => !(await brandedIn(projectId)), 'the name to be none any more', PATIENCE_MS);
  });

  await t.test('follow what a person says, beside any brands', async () => {
    const [first] = (await app.api.get(`/api/project-keywords?project_id=${projectId}&search=plumber`)).body.keywords;
    assert.notEqual(first.journey, 'retention');
    const correction = { entity_type: 'keyword', entity_id: first.keyword_id, corrected_journey: 'retention' };
    const { status, body } = await app.api.post('/api/admin/classifier/corrections', correction);
    assert.equal(status, 200, JSON.stringify(body));
    await waitUntil(
      async () => (await listLabelled(app, projectId)).some((one) => one.keyword_text === 'plumber near me' && one.journey === 'retention'),
      'the journey that a person named',
      PATIENCE_MS,
    );
    assert.equal((await classify(app, projectId, 'plumber near me')).journey, 'retention');
    const asset = { project_id: projectId, type: 'website', value: 'ledgerwise.app', name: 'Ledgerwise', skip_onboarding: true };
    await app.api.post('/api/assets', asset);
    assert.equal((await classify(app, projectId, 'plumber near me')).journey, 'retention', 'also where the project has brands');
  });
});

test('keywords that were tracked before words were read get their labels by the next run', async (t) => {
  const app = await startTestApp(t);
  const projectId = await makeProject(app, 'Old');
  await track(app, projectId, KEYWORDS);
  await listLabelled(app, projectId);
  const { postgres, workflows } = app.app.context;
  await postgres.query('update tracked_keywords set journey = null, is_branded = null, modifiers = null, labelled_at = null');
  const id = await workflows.start('keyword-labels', {}, { id: 'wf_labels_again' });
  const ended = await workflows.waitFor<{ labelled: number }>(id, PATIENCE_MS);
  assert.equal(ended?.output.labelled, KEYWORDS.length);
  assert.ok((await listLabelled(app, projectId)).every((one) => one.branded !== null));
});
