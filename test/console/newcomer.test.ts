import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { countCalls, getTruth, trueRank, type TruthItem } from '../support/rankings-api.ts';
import { openWindow } from './support/browser.ts';
import { countClicks } from './support/clicks.ts';
import { assertQuiet } from './support/walk.ts';

const PASSWORD = 'a password of many letters';
const DAY_MS = 86_400_000;

/** What the best of other tools takes for the same: a site and a list of keywords to first positions. */
const CLICKS_MAX = 6;
const KEYWORDS = 20;

interface World {
  readonly site: { readonly domain: string; readonly competitors: readonly string[] };
  readonly keywords: readonly { readonly keyword: string }[];
}

/** From a service without an owner to the first positions, one of them checked again for its price, and a link for others. */
test('the way of a newcomer', async (t) => {
  await ensureConsole();
  const service = await startTestApp(t);
  const { url, api, sandbox } = service;
  const { site, keywords } = (await sandbox.get(`/_sandbox/world/story?keywords=${KEYWORDS}`)).body as World;
  const { link } = (await api.post('/api/admin/setup-link')).body as { link: string };

  const owner = await openWindow({ url });
  const { page } = owner;
  const dialog = page.getByRole('dialog');
  const findProject = async (): Promise<string> =>
    ((await api.get('/api/projects?organization_id=main')).body.projects as { id: string }[])[0]?.id ?? '';
  const keyword = keywords[0]?.keyword ?? '';
  await t.test('before there is an owner no form to sign in is shown, not for a moment', async () => {
    await page.addInitScript(`
      window.seenHeadings = new Set();
      new MutationObserver(() => document.querySelectorAll('h1').forEach((one) => window.seenHeadings.add(one.textContent)))
        .observe(document, { childList: true, subtree: true });`);
    await page.route('**/api/setup', async (route) => {
      const answer = await route.fetch();
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
      await route.fulfill({ response: answer });
    });
    for (const path of ['/console/', '/console/login']) {
      await page.goto(`${url}${path}`);
      await page.getByRole('heading', { name: 'This service has no owner yet' }).waitFor();
      assert.deepEqual(await page.evaluate('[...window.seenHeadings]'), ['This service has no owner yet'], path);
    }
    await page.unroute('**/api/setup');
    owner.forget();
  });

  await t.test('the link of the first start makes the owner, once', async () => {
    await page.goto(toHere(link, url));
    await page.getByRole('textbox', { name: /^Name/u }).fill('Ada');
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page
      .getByLabel(/^Password/u)
      .first()
      .fill(PASSWORD);
    await page.locator('main button[type=submit], form button[type=submit]').first().click();
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
    assertQuiet(owner);
    const other = await openWindow({ url });
    await other.page.goto(toHere(link, url));
    await other.page
      .getByText(/sign in|used|no longer/iu)
      .first()
      .waitFor();
    await other.context.close();
  });

  await t.test(
    'a site that the simulated world does not know is named as that before anything is bought, and another is offered',
    async () => {
      const { total } = (await sandbox.get('/_sandbox/calls')).body as { total: number };
      await page.getByRole('link', { name: 'New project' }).first().click();
      await page.getByText('Only invented sites are known here').waitFor();
      await page.getByRole('textbox', { name: 'Website' }).fill('example.com');
      await page.getByText('example.com does not exist in the simulated world').waitFor();
      assert.equal(await page.getByRole('button', { name: /^Fetch/u }).count(), 0);
      await page.getByRole('button', { name: `Use ${site.domain}` }).click();
      await page.getByText(`that competes with ${site.competitors[0]}`).first().waitFor();
      await page.getByText(`· against ${site.competitors[0]}`).waitFor();
      assert.equal(((await sandbox.get('/_sandbox/calls')).body as { total: number }).total, total);
      assert.equal((await api.get('/api/projects?organization_id=main')).body.projects?.length ?? 0, 0, 'nothing is made before');
      await page.getByRole('link', { name: 'Sightline, all projects' }).click();
      await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
      assertQuiet(owner);
    },
  );

  await t.test(
    `a site and ${KEYWORDS} pasted keywords are at their first positions within ${CLICKS_MAX} clicks, after two prices`,
    async () => {
      const clicks = await countClicks(page);
      await page.getByRole('link', { name: 'New project' }).first().click();
      await page.getByRole('banner').getByText('New project').waitFor();
      await page.getByRole('textbox', { name: 'Website' }).fill(site.domain);
      await page.getByRole('button', { name: /^Fetch and continue for \$0\.0*[1-9]/u }).click();
      await page.getByRole('heading', { name: 'Keywords for Invoicenest' }).waitFor();
      await page.getByRole('banner').getByText('Invoicenest').waitFor();
      const texts = keywords.map((one) => one.keyword);
      await page.getByRole('textbox', { name: 'Keywords' }).fill([...texts, keyword.toUpperCase()].join('\n'));
      await page.getByRole('status').getByText(`${KEYWORDS} keywords`).waitFor();
      await page.getByRole('button', { name: new RegExp(`^Add ${KEYWORDS} keywords for \\$0\\.0*[1-9]`, 'u') }).click();
      await page.getByRole('heading', { name: 'Keywords', exact: true }).waitFor();
      await page.getByText('The first positions are there').waitFor();
      const used = await clicks();
      t.diagnostic(`${used} clicks`);
      assert.ok(used <= CLICKS_MAX, `${used} clicks`);
      const projectId = await findProject();
      const { rankings } = (await api.get(`/api/rankings?project_id=${projectId}&limit=200`)).body;
      const desktop = rankings.filter(({ device }: { device: string }) => device === 'desktop');
      assert.deepEqual(desktop.map((row: { keyword: string }) => row.keyword).toSorted(), texts.toSorted(), 'the first spelling stays');
      for (const row of desktop) assert.equal(row.position, trueRank(await getTruth(service, row.keyword), site.domain), row.keyword);
      await page.getByText(/^\d+ of 40 keywords rank, .*One check so far; the line fills in after the next one, tomorrow\.$/u).waitFor();
      assertQuiet(owner);
    },
  );

  await t.test('sites that rank for the same keywords are suggested as competitors, and one click adds one', async () => {
    const { domain, shared } = await findShared(service, keywords, site.domain);
    const suggested = page.getByRole('button', { name: `Add ${domain} ${shared} keywords` });
    await suggested.waitFor();
    await suggested.click();
    await suggested.waitFor({ state: 'hidden' });
    const { assets } = (await api.get(`/api/assets?project_id=${await findProject()}`)).body as {
      assets: { value: string; role: string }[];
    };
    assert.equal(assets.find(({ value }) => value === domain)?.role, 'competitor');
    assertQuiet(owner);
  });

  await t.test('keywords are added to the project that is there, by name, from a column of a file, with a tag', async () => {
    await page.keyboard.press('a');
    await page.getByRole('heading', { name: 'Add keywords to Invoicenest' }).waitFor();
    assert.equal(await page.getByText('New project').count(), 0);
    const known = (await api.get(`/api/domains/${site.domain}/keywords?item_type=organic&limit=1000`)).body as {
      keywords: { keyword: string; position: number | null }[];
      pagination: { total: number };
    };
    const tracked = new Set(keywords.map((one) => one.keyword.toLowerCase()));
    const open = known.keywords.filter((one) => !tracked.has(one.keyword.toLowerCase()));
    assert.ok(open.length < known.keywords.length, 'some are tracked already');
    await page.getByRole('button', { name: `Add all ${open.length} new` }).waitFor();
    await page.getByText(`Where all ${known.pagination.total} stand in the organic results`).waitFor();
    await page.locator('input[type=file]').setInputFiles({
      name: 'export.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Page,Keyword,Volume\n/a,quick invoice maker,90\n/b,"invoice, by phone",20\n'),
    });
    await page.getByText('quick invoice maker, invoice, by phone').waitFor();
    await page.getByRole('button', { name: 'Add 2 keywords', exact: true }).first().click();
    await page.getByText('How they are checked').click();
    await page.getByRole('textbox', { name: 'Tags' }).fill('from a file');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Add 2 keywords for \$/u }).click();
    await page.getByRole('heading', { name: 'Keywords', exact: true }).waitFor();
    const { keywords: all } = (await api.get(`/api/project-keywords?project_id=${await findProject()}&limit=200`)).body as {
      keywords: { keyword_text: string; tags: { name: string }[] }[];
    };
    const tagged = all.filter(({ tags }) => tags.some(({ name }) => name === 'from a file'));
    assert.deepEqual([...new Set(tagged.map((one) => one.keyword_text))].toSorted(), ['invoice, by phone', 'quick invoice maker']);
    assertQuiet(owner);
  });

  await t.test('on the next day a keyword is checked again for its price, and its new position is that of the world', async () => {
    const { now } = (await sandbox.get('/_sandbox/clock')).body as { now: string };
    await sandbox.post('/_sandbox/clock', { now: new Date(Date.parse(now) + DAY_MS).toISOString() });
    await page.reload();
    await page.getByRole('row').filter({ hasNotText: 'mobile' }).getByText(keyword, { exact: true }).click();
    await dialog.getByRole('link', { name: 'Open the full history' }).click();
    await page.getByRole('heading', { name: keyword }).waitFor();
    const checks = page.getByRole('grid', { name: 'Checks of this keyword' });
    await checks.getByRole('row').nth(1).waitFor();
    assert.equal(await checks.getByRole('row').count(), 2, 'the head and one check');
    const calls = await countCalls(service);
    await page.getByRole('button', { name: 'Check now' }).click();
    await dialog.getByText('Price now').waitFor();
    await dialog.getByRole('button', { name: /^Check now for \$0\.0*[1-9]/u }).waitFor();
    assert.equal(await countCalls(service), calls, 'a price is shown without a call');
    await dialog.getByRole('button', { name: /^Check now for/u }).click();
    await checks.getByRole('row').nth(2).waitFor();
    assert.equal(await countCalls(service), calls + 1);
    const rank = trueRank(await getTruth(service, keyword), site.domain);
    const position = rank === null ? /^Not in the/u : new RegExp(`^Position ${rank}\\b`, 'u');
    await checks.getByRole('row').nth(1).getByRole('img', { name: position }).waitFor();
    assertQuiet(owner);
  });

  await t.test('a link signs in once, in a clean browser, to the only project; and says so the second time', async () => {
    const made = (await api.post('/api/admin/users/sign-in-link', {})).body as { link: string };
    const demo = await openWindow({ url });
    await demo.page.goto(toHere(made.link, url));
    await demo.page.waitForURL('**/console/p/proj_*');
    await demo.page.getByRole('heading', { name: 'Invoicenest' }).waitFor();
    assert.ok(!demo.page.url().includes('link='), 'the address keeps no secret');
    assertQuiet(demo);
    await demo.context.close();
    const late = await openWindow({ url });
    await late.page.goto(toHere(made.link, url));
    await late.page.getByRole('alert').getByText('This link has been used').waitFor();
    await late.context.close();
  });

  await t.test('a link for others shows the project in a clean browser, and nothing else', async () => {
    await api.post('/api/projects', { name: 'Behind the curtain', organization_id: 'main' });
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Share' }).click();
    await dialog.getByLabel('Title').fill('For the client');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const shared = await dialog.getByLabel('Link', { exact: true }).inputValue();
    assertQuiet(owner);
    const reader = await openWindow({ url });
    await reader.open(toHere(shared, url).slice(url.length));
    await reader.page.getByRole('heading', { name: 'For the client' }).waitFor();
    await reader.page.getByText(keyword, { exact: true }).first().waitFor();
    assert.equal(await reader.page.getByText('Behind the curtain').count(), 0);
    assert.equal(await reader.page.locator('a[href^="/console"]').count(), 0);
    assertQuiet(reader);
    for (const path of ['/api/me', '/api/projects?organization_id=main', '/api/rankings'])
      assert.equal((await reader.context.request.get(`${url}${path}`)).status(), 401, path);
    await reader.page.goto(`${url}/console/`);
    await reader.page.getByRole('heading', { name: 'Sign in to Sightline' }).waitFor();
    await reader.context.close();
  });
});

/** The site that stands on the most of these result pages beside one, the best places first, as the world has it; and on how many. */
async function findShared({ sandbox }: TestApp, keywords: World['keywords'], own: string): Promise<{ domain: string; shared: number }> {
  const places = new Map<string, number[]>();
  for (const { keyword } of keywords)
    for (const device of ['desktop', 'mobile']) {
      const query = new URLSearchParams({ keyword, location_code: '2840', language_code: 'en', device, engine: 'engine_a' });
      const { items } = (await sandbox.get(`/_sandbox/truth/serp?${query.toString()}`)).body as { items: TruthItem[] };
      const best = new Map<string, number>();
      for (const { type, domain, rank_group: place } of items) {
        const site = domain?.replace(/^www\./u, '');
        if (type === 'organic' && site !== undefined) best.set(site, Math.min(best.get(site) ?? place, place));
      }
      for (const [site, place] of best) places.set(site, [...(places.get(site) ?? []), place]);
    }
  const sum = (some: readonly number[]): number => some.reduce((all, one) => all + one, 0);
  const [first] = [...places]
    .filter(([domain]) => domain !== own)
    .toSorted(([, one], [, other]) => other.length - one.length || sum(one) - sum(other));
  return { domain: first?.[0] ?? '', shared: first?.[1].length ?? 0 };
}

/** Links name the public address, and the test listens on a port of its own. */
function toHere(link: string, url: string): string {
  const { pathname, hash } = new URL(link);
  return `${url}${pathname}${hash}`;
}
