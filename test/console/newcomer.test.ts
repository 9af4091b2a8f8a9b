import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp } from '../support/app.ts';
import { countCalls, getTruth, trueRank } from '../support/rankings-api.ts';
import { openWindow } from './support/browser.ts';
import { assertQuiet } from './support/walk.ts';

const PASSWORD = 'a password of many letters';
const DAY_MS = 86_400_000;

interface World {
  readonly site: { readonly domain: string };
  readonly keywords: readonly { readonly keyword: string }[];
}

/** From a service without an owner to the first positions, one of them checked again for its price, and a link for others. */
test('the way of a newcomer', async (t) => {
  await ensureConsole();
  const service = await startTestApp(t);
  const { url, api, sandbox } = service;
  const { site, keywords } = (await sandbox.get('/_sandbox/world/story?keywords=3')).body as World;
  const { link } = (await api.post('/api/admin/setup-link')).body as { link: string };

  const owner = await openWindow({ url });
  const { page } = owner;
  const dialog = page.getByRole('dialog');
  const keyword = keywords[0]?.keyword ?? '';
  await t.test('the link of the first start makes the owner, once', async () => {
    await page.goto(toHere(link, url));
    await page.getByRole('textbox', { name: /^Name/u }).fill('Ada');
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page
      .getByLabel(/^Password/u)
      .first()
      .fill(PASSWORD);
    await page.locator('main button[type=submit], form button[type=submit]').first().click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    assertQuiet(owner);
    const other = await openWindow({ url });
    await other.page.goto(toHere(link, url));
    await other.page
      .getByText(/sign in|used|no longer/iu)
      .first()
      .waitFor();
    await other.context.close();
  });

  await t.test('the wizard leads from a name to keywords that are tracked for a price', async () => {
    await page.getByRole('link', { name: 'New project' }).first().click();
    await page.getByRole('textbox', { name: /^Name/u }).fill('Shop');
    await page.getByRole('button', { name: 'Create the project' }).click();
    await page.getByRole('textbox', { name: /^Address/u }).fill(site.domain);
    await page.getByRole('button', { name: 'Add the address only' }).click();
    await page.getByRole('heading', { name: 'Where should people find it?' }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Who else wants to be found?' }).waitFor();
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.getByRole('textbox', { name: 'Keywords' }).fill(keywords.map((one) => one.keyword).join('\n'));
    await page.getByRole('button', { name: 'Continue' }).click();
    const start = page.getByRole('button', { name: /^Start for \$/u });
    await start.click();
    await page.getByRole('heading', { name: 'Keywords' }).waitFor();
    assertQuiet(owner);
  });

  await t.test('the first positions appear by themselves, and are those of the world', async () => {
    const projects = (await api.get('/api/projects?organization_id=main')).body.projects as { id: string }[];
    const query = `/api/rankings?project_id=${projects[0]?.id}`;
    await page.getByText(keyword).first().waitFor();
    await page
      .getByText(/ranked [1-9]\d* of \d/u)
      .first()
      .waitFor();
    assert.ok((await api.get(query)).body.rankings.length > 0);
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
    await demo.page.getByRole('heading', { name: 'Shop' }).waitFor();
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
    await dialog.getByLabel('Title of the page').fill('For the client');
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    const shared = await dialog.getByLabel('The link', { exact: true }).inputValue();
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

/** Links name the public address, and the test listens on a port of its own. */
function toHere(link: string, url: string): string {
  const { pathname, hash } = new URL(link);
  return `${url}${pathname}${hash}`;
}
