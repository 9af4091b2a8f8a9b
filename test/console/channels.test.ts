import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp } from '../support/app.ts';
import { listSent, makeWebhook, say, setReceiverFault, toNotice, waitForDelivery } from '../support/channel-world.ts';
import { joinAs } from '../support/people-world.ts';
import { openAs } from './support/people.ts';
import { assertAccessible, assertFits, assertQuiet, DIALOG, follow, settle } from './support/walk.ts';

const ORGANIZATION = 'org_channels';
const NAME = 'Our bot';
const PHONE = { width: 390, height: 844 };

test('channels are set up, tried out and looked after in the console', async (t) => {
  await ensureConsole();
  const world = await startTestApp(t);
  const { url, api } = world;
  const receiver = `${world.app.context.config.sandbox}/_sandbox/webhook`;
  const projectId = (await api.post('/api/projects', { name: 'Shop', organization_id: ORGANIZATION, time_zone: 'Europe/Berlin' })).body
    .project_id as string;
  const owner = await openAs(url, await joinAs(world, ORGANIZATION, { role: 'owner' }));
  const { page } = owner;
  const dialog = page.locator(DIALOG);
  const path = `/console/p/${projectId}/channels`;
  const press = async (name: string): Promise<void> => await dialog.getByRole('button', { name, exact: true }).last().click();
  /** In the question that stands over the channel. */
  const confirm = async (title: RegExp, name: string): Promise<void> =>
    await page.getByRole('dialog', { name: title }).getByRole('button', { name, exact: true }).click();
  const openChannel = async (name: string): Promise<void> => {
    await owner.open(path);
    await page.getByRole('row').filter({ hasText: name }).first().click();
    await dialog.getByRole('heading', { name: 'Messages' }).waitFor();
  };
  let secret = '';

  await t.test('each kind says where its address comes from', async () => {
    await owner.open(path);
    await page.getByText('Messages go to the inbox alone: there is no channel yet.').waitFor();
    await page.getByRole('button', { name: 'Add a channel' }).click();
    await dialog.getByRole('list', { name: 'Kinds of channels' }).waitFor();
    await assertAccessible(page, DIALOG);
    for (const kind of ['Slack', 'Microsoft Teams', 'Discord', 'Telegram', 'E-mail', 'Webhook', 'Apprise', 'Feed']) {
      await dialog.getByRole('button', { name: kind }).first().click();
      await dialog.getByRole('region', { name: 'Where to get it' }).waitFor();
      await press('Another kind');
    }
  });

  await t.test('what is wrong stands at its field', async () => {
    await dialog.getByRole('button', { name: 'Webhook' }).click();
    await dialog.getByLabel('Name').fill(NAME);
    await dialog.getByLabel('Address').fill('http://127.0.0.1:1/');
    owner.forget();
    await press('Add the channel');
    const field = dialog.getByLabel('Address');
    await dialog.locator('[aria-invalid=true]').waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    assert.equal(await dialog.getByRole('alert').count(), 0);
    assertQuiet(owner, /status of 400/u);
    await page.setViewportSize(PHONE);
    await settle(page);
    await assertFits(page);
    await assertAccessible(page, DIALOG);
    await page.setViewportSize({ width: 1400, height: 900 });
  });

  await t.test('the secret is shown once, and a test is asked about', async () => {
    await dialog.getByLabel('Address').fill(receiver);
    await dialog.getByLabel(/Hold messages at night/u).check();
    await press('Add the channel');
    secret = (await dialog.getByRole('region', { name: 'Signing secret' }).textContent()) ?? '';
    assert.match(secret, /^whsec_/u);
    await press('Send a test');
    await dialog.getByText('The receiver took it. Did it arrive?').waitFor();
    assert.equal((await listSent(world)).length, 1, 'the receiver has it, quiet hours or not');
    await assertAccessible(page, DIALOG);
    await press('No');
    await dialog.getByText('It was taken, but did not arrive.').waitFor();
    await dialog.getByText('The log of your program').waitFor();
    await press('Send another test');
    await press('Yes');
    await dialog.getByText('Good: messages arrive here.').waitFor();
    await press('Done');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await page.getByText(secret).count(), 0);
    assert.equal((await page.content()).includes(secret), false);
  });

  await t.test('the list says in words what it takes, when it is quiet, and how it goes', async () => {
    await openChannel(NAME);
    const facts = await dialog.locator('dl').first().innerText();
    assert.match(facts, /alerts, digests, channels that fail and faults of Search Console/u);
    assert.match(facts, /22:00 to 08:00 and all weekend \(Europe\/Berlin\); critical ones pass/u);
    assert.match(facts, /State\s+on/u);
    assert.match(facts, /Test\s+arrived/u);
    assert.equal(facts.includes('_sandbox/webhook'), false, 'the address is masked');
    await assertAccessible(page, DIALOG);
  });

  await t.test('another secret is shown once, and the one before stays for a day', async () => {
    await press('New secret');
    await confirm(/^New secret for/u, 'New secret');
    await dialog.getByText('The secret before is valid until').waitFor();
    const second = (await dialog.getByRole('region', { name: 'Signing secret' }).textContent()) ?? '';
    assert.match(second, /^whsec_/u);
    assert.notEqual(second, secret);
    await openChannel(NAME);
    assert.equal(await dialog.getByText(second).count(), 0);
  });

  await t.test('a change leaves the address as it is, and turns nothing else', async () => {
    await press('Change');
    const form = dialog.last();
    assert.equal(await form.getByLabel('Address').inputValue(), '');
    await form.getByLabel('From which severity on').selectOption('critical');
    await press('Save');
    await dialog.getByText('only critical ones').first().waitFor();
    await press('Send a test');
    await dialog.getByText('Did it arrive?').first().waitFor();
  });

  await t.test('a channel that fails says why, and its messages are sent again', async () => {
    const { id } = await makeWebhook(world, { project_id: projectId, name: 'Broken' });
    await setReceiverFault(world, 'http_403');
    for (const name of ['one', 'two', 'three']) {
      await say(world, toNotice(name, { organizationId: ORGANIZATION, projectId }), [id]);
      await waitForDelivery(world, id, name, 'failed');
    }
    await setReceiverFault(world);
    await owner.open(path);
    await page.getByText('Broken does not take messages; 2 channels in total.').waitFor();
    await openChannel('Broken');
    await dialog.getByText('failing: the receiver answered with HTTP status 403').waitFor();
    await dialog.getByRole('button', { name: /^three/u }).click();
    await dialog.getByRole('list', { name: 'Tries' }).getByText('403').first().waitFor();
    await press('Send again');
    await confirm(/^Send this message again/u, 'Send again');
    await waitForDelivery(world, id, 'three', 'delivered');
    await dialog.getByText('taken (2', { exact: false }).waitFor();
    await owner.open(path);
    await page.getByText('2 channels, none of them failing.').waitFor();
  });

  await t.test('a channel that is off sends nothing, not even a test', async () => {
    await openChannel('Broken');
    await press('Turn off');
    await confirm(/^Turn off Broken/u, 'Turn off');
    await dialog.getByText('The channel is off: turn it on first.').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Send a test' }).isDisabled(), true);
    await press('Turn on');
    await dialog.getByText('The channel is off: turn it on first.').waitFor({ state: 'detached' });
  });

  await t.test('mail says which addresses wait for their owners', async () => {
    const config = { addresses: ['stranger@example.com'] };
    const made = await api.post('/api/channels', { kind: 'email', name: 'Readers', project_id: projectId, config });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    await openChannel('Readers');
    await dialog.getByText('waits for confirmation, asked').waitFor();
  });

  await t.test('channels of the organization are changed by who manages it', async () => {
    await api.post('/api/channels', { kind: 'feed', name: 'Reader', organization_id: ORGANIZATION });
    const editor = await openAs(url, await joinAs(world, ORGANIZATION, { role: 'editor' }));
    await editor.open(path);
    await editor.page.getByRole('row').filter({ hasText: 'Reader' }).last().click();
    await editor.page.getByText('Those who manage the organization can change it.').waitFor();
    assert.equal(await editor.page.locator(DIALOG).getByRole('button', { name: 'Remove' }).count(), 0);
    await editor.context.close();
    await follow(page, '/console/settings/channels');
    await page.getByRole('row').filter({ hasText: 'Reader' }).last().waitFor();
    assert.equal(await page.getByText('Receiver of the operator').count(), 0);
    owner.forget();
  });

  await t.test('a channel goes with its name typed', async () => {
    await openChannel('Broken');
    await press('Remove');
    await page.getByLabel('to go on').fill('Broken');
    await confirm(/^Remove Broken/u, 'Remove');
    await page.getByRole('row').filter({ hasText: 'Broken' }).waitFor({ state: 'detached' });
    assert.equal(
      (await api.get(`/api/channels?project_id=${projectId}`)).body.channels.some((one: any) => one.name === 'Broken'),
      false,
    );
    assertQuiet(owner);
  });
});
