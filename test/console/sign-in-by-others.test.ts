import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { ADA, openSignInWorld, PASSWORD } from '../support/sign-in-world.ts';
import { openWindow } from './support/browser.ts';
import { assertAccessible, assertFits } from './support/walk.ts';

test('from the settings of an organization to a sign-in by its identity provider', async (t) => {
  await ensureConsole();
  const world = await openSignInWorld(t);
  const { url, sandbox, app } = world;
  const window = await openWindow({ url });
  const { page, context } = window;
  t.after(() => context.close());
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const isIn = async (): Promise<void> => await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
  const saved = () => page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/sign-in'));

  await page.goto('/console/login');
  await page.getByLabel('E-mail address').fill('olga@acme.com');
  await page.locator('input[autocomplete="current-password"]').fill(PASSWORD);
  await button(/^Sign in$/u).click();
  await isIn();

  await t.test('a domain is named, its record is shown, and it is proved', async () => {
    await window.open('/console/settings/sign-in');
    await page.getByPlaceholder('acme.com').fill('acme.com');
    await button('Add the domain').click();
    await page.getByText('not proved').waitFor();
    await button('Look for the record').click();
    await page.getByText('The record was not there at the last look').waitFor();
    const texts = await page.locator('code').allInnerTexts();
    const text = texts.find((one) => one.startsWith('sightline-proof='));
    await sandbox.post('/_sandbox/names', { name: '_sightline.acme.com', texts: [text] });
    await button('Look for the record').click();
    await page.getByText('proved', { exact: true }).waitFor();
  });

  await t.test('the provider is set, and tested before it is on', async () => {
    await page.getByLabel('Issuer').fill(`${app.context.config.sandbox}/identity/main`);
    await page.getByLabel('Client id').fill('sightline');
    await page.getByLabel('Client secret', { exact: true }).fill('sandbox-client-secret');
    await page.getByRole('textbox', { name: 'Domains' }).fill('acme.com');
    await page.getByRole('textbox', { name: 'Domains' }).press('Enter');
    await page.getByLabel('Who gets in').selectOption('rules');
    await button('Add a rule').click();
    await page.getByLabel('Is or lists').fill('seo');
    await page.getByLabel('Role', { exact: true }).selectOption('editor');
    const answer = saved();
    await button('Save').click();
    assert.equal((await answer).status(), 200);
    await page.getByText('Not tested since issuer').waitFor();
    await assertAccessible(page, 'main');
    await assertFits(page);

    await world.tell({ people: [ADA] });
    await button('Test the provider').click();
    await page.getByText('An account would be made.').waitFor();
    assert.equal(new URL(page.url()).pathname, '/console/settings/sign-in');
    await page.getByText('Role: editor, by a rule.').waitFor();
    assert.match(await page.getByRole('region', { name: 'Claims' }).innerText(), /ada@acme\.com/u);
    const { body } = await world.owner.api.get('/api/me');
    assert.equal(body.email, 'olga@acme.com');
  });

  await t.test('switched on, its button signs a member in, who sees the identity', async () => {
    await page.getByRole('switch', { name: /^Switched on/u }).check();
    const answer = saved();
    await button('Save').click();
    assert.equal((await answer).status(), 200);
    await context.clearCookies();
    await page.goto('/console/login');
    await page.getByRole('link', { name: 'Sign in with your organization' }).click();
    await isIn();
    await window.open('/console/account');
    await page.getByRole('heading', { name: 'Linked identities' }).waitFor();
    await page.getByText('ada@acme.com').first().waitFor();
    await assertAccessible(page, 'main');
  });

  await t.test('a broken answer leads back to the sign-in page, which says so once', async () => {
    await world.tell({ broken: 'wrong_nonce' });
    await context.clearCookies();
    await page.goto('/console/login');
    await page.getByRole('link', { name: 'Sign in with your organization' }).click();
    await page.getByRole('alert').getByText('did not prove who you are').waitFor();
    assert.equal(page.url(), `${url}/console/login`);
    await page.reload();
    await page.getByRole('link', { name: 'Sign in with your organization' }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  });
});
