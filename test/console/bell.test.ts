import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp } from '../support/app.ts';
import { say, toNotice } from '../support/channel-world.ts';
import { joinAs } from '../support/people-world.ts';
import { openAs } from './support/people.ts';
import { assertAccessible, assertFits, assertQuiet, follow, settle } from './support/walk.ts';

const ORGANIZATION = 'org_bell';
const PHONE = { width: 390, height: 844 };

test('the bell says what people were told, and what they have not read', async (t) => {
  await ensureConsole();
  const world = await startTestApp(t);
  const { url, api } = world;
  const projectId = (await api.post('/api/projects', { name: 'Shop', organization_id: ORGANIZATION })).body.project_id as string;
  const tell = async (id: string, severity: 'info' | 'warning' | 'critical' = 'warning'): Promise<void> =>
    await say(world, toNotice(id, { organizationId: ORGANIZATION, projectId, severity, path: `/console/p/${projectId}/keywords` }));
  const editor = await openAs(url, await joinAs(world, ORGANIZATION, { role: 'editor' }));
  const { page } = editor;
  const bell = page.getByRole('button', { name: /^Inbox/u });
  const newest = page.getByRole('list', { name: 'Newest messages' });
  await editor.open(`/console/p/${projectId}`);

  await t.test('nothing to read has no number, and says so', async () => {
    assert.equal(await bell.getAttribute('aria-label'), 'Inbox');
    await bell.click();
    await page.getByText('Nothing to tell yet.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Nothing to tell yet.').waitFor({ state: 'hidden' });
    // The focus is back.
    await page.locator('button[aria-label="Inbox"]:focus').waitFor();
  });

  await t.test('what is told now is counted without a reload, and asked for once', async () => {
    let asked = 0;
    page.on('request', (request) => (asked += Number(request.url().includes('/api/inbox'))));
    await tell('first');
    await page.getByRole('button', { name: 'Inbox, 1 unread message' }).waitFor();
    assert.ok(asked <= 2, `asked ${asked} times`);
    await tell('second', 'critical');
    await page.getByRole('button', { name: 'Inbox, 2 unread messages' }).waitFor();
    assert.match((await page.getByRole('status').allTextContents()).join(' '), /2 unread messages/u);
  });

  await t.test('it opens by keys, the newest first, and is accessible in both themes and on a phone', async () => {
    await bell.focus();
    await page.keyboard.press('Enter');
    await newest.waitFor();
    const lines = await newest.getByRole('listitem').allInnerTexts();
    assert.match(lines[0] ?? '', /second: 2 keywords left the top 10[\s\S]*critical · Shop · now/u);
    assert.match(lines[1] ?? '', /first/u);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await assertAccessible(page);
    }
    await page.setViewportSize(PHONE);
    await settle(page);
    await assertFits(page);
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.closest("[role=dialog]") !== null'), true, 'keys stay in it');
  });

  await t.test('a message leads to where it is about, and opening it on the screen reads it alone', async () => {
    await newest.getByRole('link', { name: 'first' }).click();
    await page.getByRole('heading', { name: 'Keywords', level: 1 }).waitFor();
    await newest.waitFor({ state: 'hidden' });
    await follow(page, '/console/inbox');
    await page.getByText('2 messages are unread.').waitFor();
    await page.getByRole('list', { name: 'Messages' }).getByRole('link', { name: 'first' }).click();
    await page.getByRole('button', { name: 'Inbox, 1 unread message' }).waitFor();
  });

  await t.test('the list is narrowed by how bad it is and by what is unread', async () => {
    await follow(page, '/console/inbox');
    const shown = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
    await page.getByText('1 message is unread.').waitFor();
    await page.getByLabel('How bad').selectOption('warning');
    await shown.filter({ hasText: 'second' }).waitFor({ state: 'detached' });
    assert.equal(await shown.count(), 1);
    await page.getByRole('button', { name: 'Unread only' }).click();
    await page.getByRole('heading', { name: 'No messages match' }).waitFor();
    await page.getByLabel('How bad').selectOption('critical');
    await shown.filter({ hasText: 'second' }).waitFor();
  });

  await t.test('all are marked as read, for this person alone', async () => {
    const other = await openAs(url, await joinAs(world, ORGANIZATION, { role: 'viewer' }));
    await bell.click();
    await page.getByRole('button', { name: 'Mark all read' }).first().click();
    await page.getByRole('button', { name: 'Inbox', exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Mark all read' }).count(), 0);
    await other.open('/console/inbox');
    await other.page.getByText('2 messages are unread.').waitFor();
    await other.context.close();
    assertQuiet(editor);
  });

  await t.test('a client has no bell, and no inbox', async () => {
    const client = await openAs(url, await joinAs(world, ORGANIZATION, { role: 'client' }));
    await client.open(`/console/p/${projectId}`);
    assert.equal(await client.page.getByRole('button', { name: /^Inbox/u }).count(), 0);
    await follow(client.page, '/console/inbox');
    await client.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    assertQuiet(client);
    await client.context.close();
  });
});
