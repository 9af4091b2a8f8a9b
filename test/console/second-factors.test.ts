import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp } from '../support/app.ts';
import { showCode } from '../support/authenticator.ts';
import { EMAIL, makeFactorsWorld, PASSWORD } from '../support/factors-world.ts';
import { waitUntil } from '../support/wait-until.ts';
import { openWindow } from './support/browser.ts';
import { assertAccessible, assertFits, assertQuiet, settle } from './support/walk.ts';

/** Refusals that a walk brings about on purpose are in the browser's console too. */
const REFUSED = /status of (?:400|401|403)/u;

/** An authenticator of the browser, with a person who passes its check. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('second factors in the console', async (t) => {
  await ensureConsole();
  const world = await startTestApp(t);
  const { origin, ageProofs, nextCode } = await makeFactorsWorld(world);
  // Browsers have passkeys at a domain, which `localhost` is and an address of the network is not.
  const window = await openWindow({ url: origin });
  const { page, context } = window;
  await addAuthenticator(page);
  const dialog = page.getByRole('dialog');
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const signOut = async (): Promise<void> => {
    await context.clearCookies();
    await page.goto('/console/login');
    await button(/^Sign in$/u).waitFor();
  };
  const typePassword = async (): Promise<void> => {
    await page.getByLabel('E-mail address').fill(EMAIL);
    await page.getByLabel(/^Password/u).fill(PASSWORD);
    await button(/^Sign in$/u).click();
  };
  const isIn = async (): Promise<void> => await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
  let secret = '';
  let recoveryCodes: string[] = [];

  await t.test('who forgot the password gets a link by mail, and chooses another', async () => {
    await page.goto('/console/login');
    await page.getByRole('link', { name: 'Password forgotten?' }).click();
    await page.getByLabel('E-mail address').fill(EMAIL);
    await assertAccessible(page);
    await button('Send the link').click();
    await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
    const read = async (): Promise<string | undefined> => (await world.sandbox.get(`/_sandbox/mail?to=${EMAIL}`)).body.messages[0]?.text;
    await waitUntil(async () => (await read()) !== undefined, 'the mail with the link');
    const [, token = ''] = /#token=([\w-]+)/u.exec((await read()) ?? '') ?? [];
    await page.goto(`/console/password#token=${token}`);
    await page.getByLabel(/^New password/u).fill(PASSWORD);
    await assertAccessible(page);
    await button('Change the password').click();
    await page.getByRole('heading', { name: 'Your password is changed' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await typePassword();
    await isIn();
  });

  await t.test('an app is set up by a QR code or its secret, and ten recovery codes are shown', async () => {
    await window.open('/console/account');
    await button('Set up an app').click();
    await dialog.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor();
    secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
    assert.match(secret, /^[A-Z2-7]{32}$/u);
    await assertAccessible(page, '[role=dialog]');
    await dialog.getByLabel(/^Code/u).fill(showCode(secret, 5));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByText('is not the code that the app shows now').waitFor();
    await dialog.getByLabel(/^Code/u).fill(showCode(secret));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    recoveryCodes = await codes.allInnerTexts();
    assert.equal(recoveryCodes.length, 10);
    await assertAccessible(page, '[role=dialog]');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    assert.equal((await download).suggestedFilename(), 'sightline-recovery-codes.txt');
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 codes left').waitFor();
  });

  await t.test('signing in asks for the code', async () => {
    await signOut();
    await typePassword();
    await page.getByLabel(/^Code/u).fill('000000');
    await button('Continue').click();
    await page.getByText('This does not prove your second factor.').waitFor();
    await assertAccessible(page);
    await page.getByLabel(/^Code/u).fill(await nextCode(secret));
    await button('Continue').click();
    await isIn();
  });

  await t.test('a passkey is added with a name, after asking once more who it is, and signs in alone', async () => {
    await window.open('/console/account');
    await ageProofs(11);
    await button('Add a passkey').click();
    await dialog.getByLabel(/^Name/u).fill('Test laptop');
    await dialog.getByRole('button', { name: 'Create the passkey' }).click();
    const proof = page.getByRole('dialog', { name: 'Is it still you?' });
    await proof.getByLabel(/^Password/u).fill(PASSWORD);
    await assertAccessible(page, '[role=dialog]');
    await proof.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Test laptop').waitFor();
    await settle(page);
    for (const width of [390, 1400]) {
      await page.setViewportSize({ width, height: 900 });
      await assertFits(page);
      await assertAccessible(page);
    }
    await signOut();
    await button('Sign in with a passkey').click();
    await isIn();
  });

  await t.test('a passkey is a second factor too, and a recovery code is one for once', async () => {
    await signOut();
    await typePassword();
    await button('Use a passkey').click();
    await isIn();
    await signOut();
    await typePassword();
    await button('Use a recovery code').click();
    await page.getByLabel(/^Recovery code/u).fill(recoveryCodes[0] ?? '');
    await button('Continue').click();
    await isIn();
    await window.open('/console/account');
    await page.getByText('9 codes left').waitFor();
  });

  await t.test('who does not prove it again gets what was refused, and what is removed is gone', async () => {
    await ageProofs(11);
    await button('Remove the app').click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    const proof = page.getByRole('dialog', { name: 'Is it still you?' });
    await proof.waitFor();
    await proof.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('This asks once more who you are: the last proof is older than 10 minutes.').waitFor();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await proof.getByRole('button', { name: 'Use a passkey' }).click();
    await button('Set up an app').waitFor();
    assertQuiet(window, REFUSED);
  });
});
