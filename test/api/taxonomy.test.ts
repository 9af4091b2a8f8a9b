import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeApiClient } from '../support/api-client.ts';
import { startTestApp } from '../support/app.ts';

const GENERATE = '/generate-taxonomy';
const AGAIN = '/taxonomy/re-categorize';

interface Category {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly path: string;
  readonly parent_category_id: string | null;
  readonly provider_category_id: number | null;
  readonly confidence: number | null;
}

test('the taxonomy of a project', async (t) => {
  const app = await startTestApp(t);
  const { api, url, sandbox, stores } = app;
  const { body: made } = await api.post('/api/projects', { name: 'Shop', organization_id: 'org_taxonomy' });
  const projectId: string = made.project_id;
  const makeClient = async (claims: object) => {
    const { body } = await api.post('/api/admin/tokens', { sub: 'user', expires_in: 3_600, ...claims });
    return makeApiClient(url, body.token);
  };
  const user = await makeClient({ org: 'org_taxonomy' });
  const { body: world } = await sandbox.get('/_sandbox/world');
  const site: string = world.sites.find((one: { business_type: string }) => one.business_type === 'saas').domain;
  const countCalls = async (): Promise<number> => (await sandbox.get('/_sandbox/calls')).body.total;
  let categories: readonly Category[] = [];

  await t.test('a dry run tells the price, and reads and keeps nothing', async () => {
    const before = await countCalls();
    const { status, body } = await user.post(GENERATE, { project_id: projectId, domain: site, dry_run: true });
    assert.equal(status, 200, JSON.stringify(body));
    assert.ok(body.estimate.calls > 0 && body.estimate.cost_usd > 0);
    assert.equal(await countCalls(), before);
  });

  await t.test("a site's categories are stored with their parents, and are the same when they are made again", async () => {
    const first = await user.post(GENERATE, { project_id: projectId, url: `https://${site}/` });
    assert.equal(first.status, 200, JSON.stringify(first.body));
    categories = first.body.categories;
    const truth = (await sandbox.get(`/_sandbox/truth/research?domain=${site}`)).body;
    assert.ok(categories.length > 0 && categories.every(({ id, confidence }) => id.startsWith('cat_') && (confidence ?? 0) > 0));
    const wanted = new Set(truth.categories.map((one: { id: number }) => one.id));
    assert.ok(
      categories.slice(0, 3).some(({ provider_category_id: id }) => wanted.has(id)),
      JSON.stringify([categories, truth.categories]),
    );
    const { rows } = await stores.postgres.query<{ id: string; slug: string; parent: string | null }>(
      'select id, slug, parent_category_id as parent from categories where project_id = $1 order by id',
      [projectId],
    );
    assert.equal(new Set(rows.map(({ slug }) => slug)).size, rows.length);
    const ids = new Set(rows.map(({ id }) => id));
    assert.ok(rows.every(({ parent }) => parent === null || ids.has(parent)));
    const again = await user.post(GENERATE, { project_id: projectId, domain: site });
    assert.deepEqual(
      again.body.categories.map(({ id, slug }: Category) => [id, slug]),
      categories.map(({ id, slug }) => [id, slug]),
    );
  });

  await t.test("keywords are assigned to it, and a person's assignments stay", async () => {
    const [target, other] = [categories[0]?.id, categories[1]?.id ?? categories[0]?.id];
    const keywords = ['one', 'two', 'xyzzy'].map((word) =>
      word === 'xyzzy' ? word : `${categories[0]?.name.toLowerCase() ?? ''} ${word}`,
    );
    await stores.postgres.query(
      `insert into project_keywords (project_id, keyword_text, source, added_at) select $1, text, 'ui', now() from unnest($2::text[]) as text`,
      [projectId, keywords],
    );
    await stores.postgres.query(
      `insert into keyword_categories (project_id, keyword_text, category_id, assignment_confidence, assigned_by, assigned_at)
       values ($1, $2, $3, 1, 'user', now())`,
      [projectId, keywords[1], other],
    );
    const read = async () => {
      const { rows } = await stores.postgres.query<{ keyword: string; category: string; by: string }>(
        `select keyword_text as keyword, category_id as category, assigned_by as by from keyword_categories where project_id = $1 order by 1`,
        [projectId],
      );
      return rows;
    };
    const before = await read();
    const dry = await user.post(AGAIN, { project_id: projectId, dry_run: true });
    assert.deepEqual([dry.body.reassigned, dry.body.unchanged, await read()], [1, 2, before]);
    const done = await user.post(AGAIN, { project_id: projectId, domain: site });
    assert.deepEqual([done.status, done.body.success, done.body.reassigned, done.body.unchanged], [200, true, 1, 2]);
    assert.deepEqual(await read(), [
      { keyword: keywords[0], category: target, by: 'system' },
      { keyword: keywords[1], category: other, by: 'user' },
    ]);
    assert.deepEqual((await user.post(AGAIN, { project_id: projectId })).body.reassigned, 0);
  });

  await t.test('tracked keywords are assigned too, each text once, by what the provider says of them', async () => {
    const truth = (await sandbox.get(`/_sandbox/truth/research?domain=${site}`)).body;
    const texts: string[] = truth.clusters[0].keywords.slice(0, 5);
    const untracked: string = truth.clusters[1].keywords[0];
    const track = async (list: readonly string[], device: string) =>
      await api.post('/api/keywords/track', {
        project_id: projectId,
        keywords: list.map((keyword) => ({ keyword, location_code: 2840, language_code: 'en', device, check_interval: 'manual' })),
      });
    assert.ok((await track([...texts, untracked], 'desktop')).status < 300);
    assert.ok((await track(texts, 'mobile')).status < 300);
    await stores.postgres.query(`update tracked_keywords set status = 'untracked' where project_id = $1 and normalized_text = $2`, [
      projectId,
      untracked,
    ]);
    const dry = await user.post(AGAIN, { project_id: projectId, dry_run: true });
    assert.equal(dry.body.reassigned + dry.body.unchanged, 3 + texts.length, JSON.stringify(dry.body));
    const done = await user.post(AGAIN, { project_id: projectId });
    assert.equal(done.body.reassigned, texts.length);
    const { rows } = await stores.postgres.query<{ keyword: string }>(
      `select keyword_text as keyword from keyword_categories where project_id = $1 and keyword_text = any($2) order by 1`,
      [projectId, [...texts, untracked]],
    );
    assert.deepEqual(
      rows.map(({ keyword }) => keyword),
      texts.toSorted(),
    );
    assert.equal((await user.post(AGAIN, { project_id: projectId })).body.reassigned, 0);
  });

  await t.test('only tokens that see the project', async () => {
    const other = (await api.post('/api/projects', { name: 'Other', organization_id: 'org_other' })).body.project_id;
    const strangers = [await makeClient({ org: 'org_other' }), await makeClient({ project_ids: [other] })];
    for (const client of strangers) {
      assert.equal((await client.post(GENERATE, { project_id: projectId, domain: site })).status, 404);
      assert.equal((await client.post(AGAIN, { project_id: projectId, domain: site })).status, 404);
    }
    assert.equal((await api.post(GENERATE, { project_id: projectId, domain: site })).status, 401);
    // The user may have asked too often in this minute.
    const colleague = await makeClient({ org: 'org_taxonomy', sub: 'colleague' });
    assert.equal((await colleague.post(GENERATE, { project_id: projectId })).status, 400);
    assert.equal((await colleague.post(GENERATE, { project_id: projectId, url: 'http://10.0.0.1/' })).status, 400);
  });
});
