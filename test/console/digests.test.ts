import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp } from '../support/app.ts';
import { joinAs } from '../support/people-world.ts';
import { track } from '../support/rankings-api.ts';
import { openAs } from './support/people.ts';
import { assertAccessible, assertFits, assertQuiet, DIALOG, follow, settle } from './support/walk.ts';

const ORGANIZATION = 'org_digests';
const PHONE = { width: 390, height: 844 };
const COLOR = '#0a5c36';

test('a digest is made beside the mail as it will look', async (t) => {
  await ensureConsole();
  const world = await startTestApp(t);
  const { url, api } = world;
  const projectId = (await api.post('/api/projects', { name: 'Shop', organization_id: ORGANIZATION })).body.project_id as string;
  await api.post('/api/projects', { name: 'Blog', organization_id: ORGANIZATION });
  await api.post('/api/assets', { project_id: projectId, type: 'website', value: 'invoicenest.com', name: 'Shop' });
  await track(world, projectId, ['invoice software']);
  const person = await joinAs(world, ORGANIZATION, { role: 'owner' });
  const owner = await openAs(url, person);
  const { page } = owner;
  const mail = page.frameLocator('iframe[title="The mail as HTML"]');
  const sections = page.getByRole('list', { name: 'Sections' });
  const readDigest = async () => (await api.get(`/api/digests?project_id=${projectId}`)).body.digests[0];
  const save = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor();
  };

  await t.test('it begins switched off, with its mail', async () => {
    await owner.open(`/console/p/${projectId}/digests`);
    await page.getByText('There is no digest yet.').waitFor();
    await page.getByRole('button', { name: 'New digest' }).click();
    await page.locator(DIALOG).getByRole('button', { name: 'Go on' }).click();
    await page.getByText('Nothing is sent yet').waitFor();
    await mail.getByText('What was not measured').or(mail.getByText('Not measured')).first().waitFor();
    assert.equal((await readDigest()).enabled, false);
  });

  await t.test('the mail has its looks under the policy of the page, and no script or link works in it', async () => {
    const frame = page.locator('iframe[title="The mail as HTML"]');
    assert.equal(await frame.getAttribute('sandbox'), '');
    assert.doesNotMatch((await frame.getAttribute('srcdoc')) ?? '', / style="/u);
    assertQuiet(owner);
    const { subject } = (await api.get(`/api/digests/${(await readDigest()).id}/preview`)).body;
    await page.getByText(subject, { exact: true }).waitFor();
  });

  await t.test('what is changed is seen in the mail when it is saved', async () => {
    await page.getByLabel('Sender in the head').fill('Acme <b>&');
    await page.getByLabel('Colour of the head').fill(COLOR);
    await page.getByText('The mail shows what is saved.').waitFor();
    const before = await sections.getByRole('listitem').allInnerTexts();
    await page.getByRole('button', { name: `Move ${before[1]?.trim()} up` }).press('Enter');
    const after = await sections.getByRole('listitem').allInnerTexts();
    assert.deepEqual(after.slice(0, 2), [before[1], before[0]]);
    await save();
    const head = mail.getByText('Acme <b>&').first();
    await head.waitFor();
    assert.match((await page.locator('iframe').getAttribute('srcdoc')) ?? '', new RegExp(COLOR, 'iu'));
    const { brand, sections: saved } = await readDigest();
    assert.deepEqual(brand, { name: 'Acme <b>&', color: COLOR });
    assert.deepEqual(saved.slice(0, 2), ['alerts', 'overview']);
    assertQuiet(owner);
  });

  await t.test('what is wrong stands at its field', async () => {
    await page.getByLabel('Colour of the head').fill('#ffff00');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('must be dark enough').waitFor();
    await page.getByLabel('Colour of the head').fill(COLOR);
    owner.forget();
  });

  await t.test('an address of a stranger waits, one of a member does not', async () => {
    const field = page.getByLabel('Sent to');
    for (const address of [person.email, 'stranger@example.com']) {
      await field.fill(address);
      await field.press('Enter');
    }
    await save();
    const states = page.getByRole('list', { name: 'What becomes of mail to them' });
    await states.getByText('a member: gets it').waitFor();
    await states.getByText('waits for confirmation').waitFor();
  });

  await t.test('it is switched on, and says when the next one goes', async () => {
    await page.getByLabel('When').selectOption('month');
    await page.getByLabel(/^Send it/u).check();
    await save();
    await page.getByText(/on day 1 of each month at 07:00/u).waitFor();
    await page.getByText('The next one goes').first().waitFor();
    await page.getByText('Nothing was sent yet. The first one goes').waitFor();
    const { enabled, day_of_month: day } = await readDigest();
    assert.deepEqual([enabled, day], [true, 1]);
  });

  await t.test('it is shown as text and as a client gets it, and sent to oneself', async () => {
    await page.getByRole('button', { name: 'As text' }).click();
    await page.getByRole('region', { name: 'The mail as text' }).waitFor();
    await page.getByRole('button', { name: 'As a client gets it' }).click();
    await page.getByRole('button', { name: 'Send it to me' }).click();
    await page.getByText(`On its way to ${person.email}.`).waitFor();
    await settle(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await assertAccessible(page, 'main');
    }
    await page.setViewportSize(PHONE);
    await settle(page);
    await assertFits(page);
    await page.setViewportSize({ width: 1400, height: 900 });
  });

  await t.test('one of all projects is made in the settings, and removed', async () => {
    await follow(page, '/console/settings/digests');
    await page.getByRole('button', { name: 'New digest' }).click();
    await page.locator(DIALOG).getByLabel('Name').fill('All shops');
    assert.equal(await page.locator(DIALOG).getByLabel('About').inputValue(), 'organization');
    await page.locator(DIALOG).getByRole('button', { name: 'Go on' }).click();
    await page.getByText('About all projects').waitFor();
    await mail.getByText('Blog').first().waitFor();
    await page.getByRole('button', { name: 'Remove' }).first().click();
    await page.locator(DIALOG).getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('heading', { name: 'All digests', level: 1 }).waitFor();
    await page.getByText('All shops').waitFor({ state: 'detached' });
    assertQuiet(owner);
  });
});
