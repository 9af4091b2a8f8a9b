import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp } from '../support/app.ts';
import { inviteTo, joinAs, makeOperator, PASSWORD, readMail } from '../support/people-world.ts';
import { waitUntil } from '../support/wait-until.ts';
import { openWindow, type Window } from './support/browser.ts';
import { openAs, readSidebar } from './support/people.ts';
import { assertAccessible, assertFits, assertQuiet, DIALOG } from './support/walk.ts';

const ORGANIZATION = 'org_members';
const EMAIL = 'new.person@example.com';
const NAME = 'New Person';

test('people come into an organization, change in it and leave it by the console', async (t) => {
  await ensureConsole();
  const world = await startTestApp(t);
  const { url, api } = world;
  const projectId = (await api.post('/api/projects', { name: 'Shop of members', organization_id: ORGANIZATION })).body.project_id as string;
  await api.post('/api/projects', { name: 'Shop of others', organization_id: 'org_others' });
  const operator = await makeOperator(world);
  const manager = await joinAs(world, ORGANIZATION, { role: 'owner' });
  const owner = await openAs(url, manager);
  const guest = await openWindow({ url });
  const { page } = owner;
  const dialog = page.locator(DIALOG);
  const press = async (name: string): Promise<void> => await page.getByRole('button', { name, exact: true }).click();
  const choose = async (): Promise<void> => await page.getByRole('checkbox', { name: `Select ${NAME}` }).click();
  const openMembers = async (): Promise<void> => await owner.open('/console/settings/members');
  let link = '';

  await t.test('an invitation says at its fields what is wrong, and where its link went', async () => {
    await openMembers();
    await press('Invite a person');
    await dialog.getByLabel('E-mail address').fill('nonsense');
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await dialog.getByText('must be an e-mail address').waitFor();
    assert.equal(await dialog.getByRole('alert').count(), 0);
    await dialog.getByLabel('E-mail address').fill(EMAIL);
    await dialog.getByLabel('Role').selectOption('client');
    await dialog.getByLabel('Message').fill('Have a look at <b>our</b> figures');
    await assertAccessible(page, DIALOG);
    owner.forget();
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await dialog.getByText(`The link was sent to ${EMAIL}.`).waitFor();
    const { body } = await api.get(`/api/organizations/${ORGANIZATION}/invitations`);
    link = (await readMail(world, body.invitations[0])).links[0] ?? '';
    assert.match(link, /\/console\/invitation#token=\w/u);
    await press('Done');
    await page.getByText(EMAIL).first().waitFor();
    assert.equal(await page.getByText(link).count(), 0);
    assertQuiet(owner);
  });

  await t.test('who has the link sees what it is, chooses a name and a password, and is in', async () => {
    await guest.open(toPath(link));
    await guest.page.getByRole('heading', { name: 'Join' }).waitFor();
    await guest.page.getByText('Have a look at <b>our</b> figures').waitFor();
    await assertAccessible(guest.page);
    await assertFits(guest.page);
    await guest.page.getByLabel('Your name').fill(NAME);
    await guest.page.getByLabel(/^Password/u).fill(PASSWORD);
    await guest.page.getByRole('button', { name: 'Create the account and join' }).click();
    await guest.page.getByRole('navigation', { name: 'Screens' }).waitFor();
    assert.equal((await readSidebar(guest)).includes('Assets'), false);
    assertQuiet(guest);
  });

  await t.test('a link that was used says no more than one that never was', async () => {
    for (const path of [toPath(link), '/console/invitation#token=never', '/console/invitation']) {
      const other = await openWindow({ url });
      await other.open(path);
      await other.page.getByRole('heading', { name: 'This link is not valid any more' }).waitFor();
      assert.equal(await other.page.getByText(ORGANIZATION).count(), 0);
      await other.context.close();
    }
  });

  await t.test('the role is changed, and holds at once', async () => {
    await openMembers();
    assert.match(await readRow(owner, NAME), /client.*all.*Overview, Keywords.*no.*yes.*no.*no.*cannot spend/su);
    await choose();
    await press('Change');
    await dialog.getByLabel('Role').selectOption('viewer');
    await dialog.getByRole('checkbox', { name: 'Sees prices, budgets and spending' }).uncheck();
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await guest.open(`/console/p/${projectId}/assets`);
    await guest.page.getByRole('heading', { name: 'Assets', level: 1 }).waitFor();
    assert.equal((await readSidebar(guest)).includes('Costs'), false);
  });

  await t.test('the organization is looked at as the member sees it, until that is ended', async () => {
    await openMembers();
    await choose();
    await press('View as');
    await page.getByText(`You see what ${NAME} sees`).waitFor();
    const isManaging = async (): Promise<boolean> => (await readSidebar(owner)).includes('Members');
    await waitUntil(async () => !(await isManaging()), 'the sidebar of the member');
    await assertAccessible(page);
    await press('End the view');
    await page.getByText(`You see what ${NAME} sees`).waitFor({ state: 'detached' });
    await waitUntil(isManaging, 'the sidebar of the manager');
  });

  await t.test('who is removed is out at once, and is told that they belong to nothing', async () => {
    await openMembers();
    await choose();
    await press('Remove');
    await dialog.getByText('sessions in the organization').waitFor();
    await dialog.getByLabel('to go on').fill(EMAIL);
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await guest.page.reload();
    await guest.page.getByLabel('E-mail address').fill(EMAIL);
    await guest.page.getByLabel(/^Password/u).fill(PASSWORD);
    await guest.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await guest.page.getByRole('heading', { name: 'You are not a member of an organization' }).waitFor();
    await assertAccessible(guest.page);
  });

  await t.test('a person with an account accepts under the address that was invited, and nobody else does', async () => {
    const path = `/console/invitation#token=${await inviteTo(world, ORGANIZATION, { email: EMAIL, role: 'editor' })}`;
    const other = await openWindow({ url });
    await other.open(path);
    await other.page.getByText('You have an account with this address').waitFor();
    await other.page.getByLabel('E-mail address').fill(manager.email);
    await other.page.getByLabel(/^Password/u).fill(PASSWORD);
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.page.getByText(`You are signed in as ${manager.email}`).waitFor();
    await other.page.getByRole('button', { name: 'Sign out and go on' }).click();
    await other.page.getByText('You have an account with this address').waitFor();
    await other.context.close();
    await guest.open('/console/login');
    await guest.open(path);
    await guest.page.reload();
    await guest.page.getByRole('button', { name: 'Accept the invitation' }).click();
    await guest.page.getByRole('navigation', { name: 'Screens' }).waitFor();
  });

  await t.test('without a mail server an invitation shows its other link once, and is taken back', async () => {
    const { mail } = world.app.context;
    Object.assign(world.app.context, { mail: { ...mail, isConfigured: false } });
    t.after(() => Object.assign(world.app.context, { mail }));
    await api.post(`/api/organizations/${ORGANIZATION}/invitations`, { email: 'later@example.com', role: 'viewer' });
    await openMembers();
    await page.getByRole('checkbox', { name: 'Select later@example.com' }).click();
    await press('New link');
    const shown = (await dialog.getByRole('region', { name: 'Link' }).textContent()) ?? '';
    assert.match(shown, /#token=\w/u);
    await press('Done');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.getByText(shown).count(), 0);
    await press('Take back');
    await dialog.getByRole('button', { name: 'Take back', exact: true }).click();
    await page.getByRole('heading', { name: 'No open invitations' }).waitFor();
  });

  await t.test('who runs the service acts in one organization, or in all of them', async () => {
    const window = await openAs(url, operator);
    await window.open('/console/');
    const switcher = window.page.getByRole('combobox', { name: 'Organization' });
    assert.equal(await switcher.inputValue(), '');
    assert.ok((await readSidebar(window)).includes('Queues'));
    await switcher.selectOption({ label: await labelOf(window, 'org_others') });
    await window.page.getByText('Shop of members').first().waitFor({ state: 'detached' });
    await window.page.getByText('Shop of others').first().waitFor();
    assert.equal((await readSidebar(window)).includes('Queues'), false);
    await window.page.getByRole('combobox', { name: 'Organization' }).selectOption('');
    await window.page.getByText('Shop of members').first().waitFor();
    assertQuiet(window);
    await window.context.close();
    assert.equal(await page.getByRole('combobox', { name: 'Organization' }).count(), 0);
  });
});

function toPath(link: string): string {
  const { pathname, hash } = new URL(link);
  return pathname + hash;
}

async function readRow({ page }: Window, name: string): Promise<string> {
  return await page.getByRole('row').filter({ hasText: name }).first().innerText();
}

/** The option of the switcher for an organization, as it is written. */
async function labelOf({ page }: Window, name: string): Promise<string> {
  const labels = await page.getByRole('combobox', { name: 'Organization' }).locator('option').allInnerTexts();
  return labels.find((label) => label.startsWith(name)) ?? '';
}
