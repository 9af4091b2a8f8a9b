import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';
import { SITES } from '../support/onboarding.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { waitUntil } from '../support/wait-until.ts';

/** What pages are that links of the sandbox's world lead to, by their paths. */
const TRUTH: Readonly<Record<string, readonly [type: string, isMoneyPage: boolean]>> = {
  '/': ['homepage', true],
  '/about': ['about_page', false],
  '/pricing': ['pricing_page', true],
  '/blog/getting-started': ['blog_post', false],
  '/guides/complete-overview': ['guide_page', false],
  '/contact': ['contact_page', false],
};
const TIERS: readonly (readonly [tier: string, rankMin: number])[] = [
  ['tier_1', 80],
  ['tier_2', 60],
  ['tier_3', 40],
  ['tier_4', 20],
  ['tier_5', 0],
];

test('own pages, what they are to their owner, and records of URLs', async (t) => {
  const { api, app, sandbox } = await startTestApp(t);
  const site = SITES[0];
  const sql = app.context.postgres;
  const { body: project } = await api.post('/api/projects', { name: 'Own', organization_id: 'org_own' });
  const added = await api.post('/api/assets', {
    project_id: project.project_id,
    type: 'website',
    value: site,
    name: 'Own',
    backlinks_limit: 1_000,
  });
  assert.equal(added.status, 201, JSON.stringify(added.body));
  const pagesOf = async (query = '') => (await api.get(`/api/domains/${site}/pages?limit=1000${query}`)).body;
  await waitUntil(async () => typeof (await pagesOf()).judged_at === 'string', 'own pages to be judged');
  const whole = await pagesOf();

  await t.test('are named by rules, with the reason, as the world has them', () => {
    // Below blog. and the like everything is a post.
    const main = whole.pages.filter(({ domain }: any) => domain === site);
    const wrong = main.filter(({ url, target_page_type: type, is_money_page: isMoney }: any) => {
      const truth = TRUTH[new URL(url).pathname];
      return truth !== undefined && (truth[0] !== type || truth[1] !== isMoney);
    });
    assert.deepEqual(wrong, []);
    assert.ok(Object.keys(TRUTH).every((path) => whole.pages.some(({ url }: any) => new URL(url).pathname === path)));
    assert.ok(whole.pages.every((page: any) => page.target_page_evidence.length > 0 && page.target_page_category !== undefined));
    assert.deepEqual([whole.is_own, whole.domain], [true, site]);
  });

  await t.test('are counted with the links that lead to them and the keywords that rank', async () => {
    const { rows } = await sql.query<{ links: number; keywords: number }>(
      `select (select count(*) from backlinks where our_lost_at is null)::integer as links,
         (select count(distinct (keyword, url)) from domain_keywords where url is not null)::integer as keywords`,
    );
    const { money_pages: money, other_pages: other, unknown_pages: unknown } = whole;
    assert.equal(money.links_to + other.links_to + unknown.links_to, rows[0]?.links);
    assert.equal(money.ranked_keywords + other.ranked_keywords + unknown.ranked_keywords, rows[0]?.keywords);
    assert.equal(money.pages + other.pages + unknown.pages, whole.total);
    const links = whole.pages.map((page: any) => page.links_to);
    assert.deepEqual(
      links,
      links.toSorted((one: number, two: number) => two - one),
    );
  });

  await t.test('are filtered by money pages, type and category', async () => {
    const money = await pagesOf('&money_pages=true');
    assert.deepEqual([money.total, money.other_pages.pages], [whole.money_pages.pages, 0]);
    assert.ok(money.pages.every((page: any) => page.is_money_page === true && page.target_page_category === 'commercial'));
    assert.equal((await pagesOf('&money_pages=false')).total, whole.other_pages.pages);
    const guides = await pagesOf('&target_page_type=guide_page');
    assert.ok(guides.total > 0 && guides.pages.every((page: any) => page.target_page_type === 'guide_page'));
    const editorial = await pagesOf('&target_page_category=editorial');
    assert.ok(
      editorial.pages.every((page: any) =>
        ['blog_post', 'blog_index', 'news_page', 'case_study', 'press_page', 'testimonials_page'].includes(page.target_page_type),
      ),
    );
    const bad = await api.get(`/api/domains/${site}/pages?money_pages=perhaps&target_page_type=hompage`);
    assert.deepEqual([bad.status, bad.body.details.map(({ path }: any) => path).toSorted()], [400, ['money_pages', 'target_page_type']]);
  });

  await t.test('cost nothing, and are judged again without a change', async () => {
    const before = (await sandbox.get<{ cost_usd: number }>('/_sandbox/calls')).body.cost_usd;
    const id = await app.context.workflows.start('target-pages', {}, { id: 'wf_again' });
    assert.deepEqual(await app.context.workflows.waitFor(id, PATIENCE_MS), { output: { sites: 1, pages: whole.total } });
    assert.equal((await sandbox.get<{ cost_usd: number }>('/_sandbox/calls')).body.cost_usd, before);
    const { pages } = await pagesOf();
    const without = ({ target_judged_at: _at, last_seen: _seen, ...page }: any) => page;
    assert.deepEqual(pages.map(without), whole.pages.map(without));
  });

  await t.test('that no link leads to any more say so', async () => {
    await sql.query(`update backlinks set our_lost_at = our_last_seen where url_to like '%/pricing'`);
    await app.context.workflows.waitFor(await app.context.workflows.start('target-pages', {}, { id: 'wf_lost' }), PATIENCE_MS);
    const { pages } = await pagesOf('&target_page_type=pricing_page');
    assert.ok(pages.length > 0 && pages.every((page: any) => page.links_to === 0));
  });

  await t.test('stand with their hash in the list of URLs, and so do pages that link', async () => {
    const { urls, total } = (await api.get('/api/admin/urls/browse?money_pages=true&limit=200')).body;
    assert.equal(total, whole.money_pages.pages);
    assert.ok(urls.every((url: any) => url.data_tier === 'customer' && url.is_money_page === true));
    const all = (await api.get('/api/admin/urls/browse?limit=200')).body.urls;
    for (const { url, url_hash: found } of all) assert.equal(found, hash('sha256', url).slice(0, 32));
    assert.equal(new Set(all.map((url: any) => url.url_hash)).size, all.length);
    const linking = all.filter((url: any) => url.data_tier === 'referring');
    assert.ok(linking.length > 0 && linking.every((url: any) => url.target_page_type === null && url.is_money_page === null));
    const typed = (await api.get('/api/admin/urls/browse?dimension=target_page_type&value=pricing_page')).body;
    assert.ok(typed.total > 0 && typed.urls.every((url: any) => url.target_page_type === 'pricing_page'));
  });

  await t.test('have a tier by the rank of the page, else of the domain, and say by which', async () => {
    const { rows } = await sql.query<{ url: string; page: number | null; domain: number | null }>(
      `select u.url, max(b.page_from_rank) as page, max(b.domain_from_rank) as domain from urls u join backlinks b using (url_hash) group by u.url`,
    );
    const ranks = new Map(rows.map((row) => [row.url, row]));
    const { urls } = (await api.get('/api/admin/urls/browse?sort=url&limit=200')).body;
    for (const { url, data_tier: kind, quality_tier: tier, quality_tier_source: source } of urls) {
      if (kind !== 'referring') continue;
      const rank = ranks.get(url)?.page ?? ranks.get(url)?.domain ?? null;
      assert.equal(tier, rank === null ? null : TIERS.find(([, min]) => rank >= min)?.[0], url);
      assert.equal(source, rank === null ? null : ranks.get(url)?.page === null ? 'domain_rank' : 'page_rank', url);
    }
    const { body: truth } = await sandbox.get<{ rank: number }>(`/_sandbox/truth/domain?domain=${site}`);
    const own = whole.pages.filter((page: any) => page.quality_tier_source === 'domain_rank');
    assert.ok(own.length > 0);
    assert.ok(own.every((page: any) => page.quality_tier === TIERS.find(([, min]) => truth.rank >= min)?.[0]));
  });

  await t.test('that were stored before tiers were known get theirs by the migration', async () => {
    const listTiers = async () =>
      (await sql.query(`select url, quality_tier, quality_tier_source from urls where data_tier = 'referring' order by url`)).rows;
    const before = await listTiers();
    await sql.query(`update urls set quality_tier = null, quality_tier_source = null where data_tier = 'referring'`);
    const file = await readFile(new URL('../../src/stores/postgres/migrations/0078_target_pages.sql', import.meta.url), 'utf8');
    await sql.query(file.slice(file.indexOf('update urls u')));
    assert.deepEqual(await listTiers(), before);
  });

  await t.test('keep what a person said of a tier', async () => {
    const [page] = whole.pages;
    await api.post('/api/admin/urls/feedback', { url_id: page.id, is_correct: false, corrected_quality_tier: 'tier_5' });
    await app.context.workflows.waitFor(await app.context.workflows.start('target-pages', {}, { id: 'wf_tier' }), PATIENCE_MS);
    const found = (await pagesOf()).pages.find(({ id }: any) => id === page.id);
    assert.deepEqual([found.quality_tier, found.quality_tier_source], ['tier_5', 'human_feedback']);
  });
});
