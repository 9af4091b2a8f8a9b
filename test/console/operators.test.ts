import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { track } from '../support/rankings-api.ts';
import { openWindow } from './support/browser.ts';
import { assertNamed } from './support/walk.ts';

const DAY_MS = 86_400_000;
const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1400, height: 900 };

test('what operators do in the console is what the service does', async (t) => {
  await ensureConsole();
  const world = await startTestApp(t);
  const { url, api, sandbox } = world;
  const window = await openWindow({ url, key: TEST_ADMIN_KEY });
  const { page, open, problems } = window;
  const press = async (name: string): Promise<void> => await page.getByRole('button', { name, exact: true }).click();
  const answerOf = (method: string, path: string) =>
    page.waitForResponse((answer) => answer.request().method() === method && answer.url().includes(path));

  await t.test('a key is shown once with its limit, and is refused after it was revoked by its name', async () => {
    await open('/console/settings/keys');
    await press('Create a key');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('agent of the test');
    await dialog.getByLabel('Monthly limit in US dollars').fill('5');
    await dialog.getByRole('button', { name: 'Create the key' }).click();
    const key = (await dialog.getByRole('region', { name: 'Key' }).textContent()) ?? '';
    assert.match(key, /^slk_/u);
    const ask = async (): Promise<number> => (await fetch(`${url}/api/me`, { headers: { authorization: `Bearer ${key}` } })).status;
    assert.equal(await ask(), 200);
    const listed = async () =>
      (await api.get('/api/admin/api-keys')).body.api_keys.find((one: { name: string }) => one.name === 'agent of the test');
    assert.deepEqual([(await listed()).scopes, (await listed()).monthly_budget_usd], [['read'], 5]);
    await press('Done');
    assert.equal(await page.getByText(key).count(), 0);
    // On a phone the list is cards, which can be chosen like rows.
    await page.setViewportSize(PHONE);
    await page.getByRole('checkbox', { name: 'Select agent of the test' }).click();
    await press('Revoke');
    const revoke = dialog.getByRole('button', { name: 'Revoke' });
    assert.equal(await revoke.isDisabled(), true);
    await dialog.getByLabel('to go on').fill('agent of the test');
    await Promise.all([answerOf('DELETE', '/api/admin/api-keys/'), revoke.click()]);
    assert.equal(await ask(), 401);
    await page.setViewportSize(WIDE);
  });

  await t.test('queues are drained only after the word, and a budget says first what it would have stopped', async () => {
    await open('/console/ops/queues');
    await press('Drain all queues');
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByRole('button', { name: 'Drain', exact: true }).isDisabled(), true);
    await dialog.getByLabel('to go on').fill('drain');
    await Promise.all([answerOf('PUT', '/api/admin/config'), dialog.getByRole('button', { name: 'Drain', exact: true }).click()]);
    assert.equal((await api.get('/api/admin/config')).body.drain_mode, true);
    await press('End drain mode');
    await Promise.all([answerOf('PUT', '/api/admin/config'), dialog.getByRole('button', { name: 'End drain mode' }).click()]);
    assert.equal((await api.get('/api/admin/config')).body.drain_mode, false);
    await open('/console/ops/costs');
    await press('Change the budget All calls, per day');
    await dialog.getByLabel('Limit in US dollars').fill('12.5');
    await dialog.getByText('would have stopped').waitFor();
    await Promise.all([answerOf('PUT', '/api/admin/config'), dialog.getByRole('button', { name: 'Change', exact: true }).click()]);
    assert.equal((await api.get('/api/admin/config')).body.budgets.daily_usd, 12.5);
  });

  await t.test('budgets and costs name the projects, keys and services that they count', async () => {
    const { project_id: project } = (await api.post('/api/projects', { name: 'Shop of budgets', organization_id: 'org_ops' })).body;
    const key = (await api.post('/api/admin/api-keys', { name: 'agent of budgets', scopes: ['write'] })).body;
    await api.put('/api/admin/config', { budgets: { project_monthly_usd: 50, key_monthly_usd: { [key.id]: 5 } } });
    const check = { project_id: project, keyword: 'budget shoes' };
    const headers = { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' };
    assert.equal((await fetch(`${url}/api/rankings/track`, { method: 'POST', headers, body: JSON.stringify(check) })).status, 200);
    await open('/console/ops/costs');
    const budgets = page.getByRole('region', { name: 'Budgets' });
    for (const name of ['Shop of budgets', 'agent of budgets']) await budgets.getByText(name).waitFor();
    await page.getByText('Result pages').first().waitFor();
    await assertNamed(page, 'costs');
    assert.doesNotMatch(await budgets.innerText(), /\b(?:key|org)_[a-z0-9]{20,}/u);
  });

  await t.test('a day of the simulated world passes, and its workflow fills in while it runs', async () => {
    const before = Date.parse((await sandbox.get('/_sandbox/clock')).body.now);
    await open('/console/sandbox');
    await press('+1 day');
    await page
      .getByRole('status')
      .getByText(/1 day passed, it is \w+day, /u)
      .first()
      .waitFor();
    const moved = Date.parse((await sandbox.get('/_sandbox/clock')).body.now) - before;
    assert.ok(moved >= DAY_MS && moved < 2 * DAY_MS, `${moved} ms`);
    await page.getByRole('link', { name: 'Watch the work' }).click();
    await page.getByRole('img', { name: /^moveClock: completed/u }).waitFor();
    await page.getByRole('link', { name: 'subscription-dispatch' }).waitFor();
  });

  await t.test('a list of several pages is saved whole', async () => {
    // What was tried is in the audit log too.
    await Promise.all(Array.from({ length: 220 }, async (_, at) => await api.delete(`/api/admin/api-keys/key_${at}`)));
    await open('/console/settings/audit');
    const button = page.getByRole('button', { name: /^CSV of all \d+$/u });
    const count = Number(/\d+$/u.exec((await button.textContent()) ?? '')?.[0]);
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    const [names, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    assert.match(names ?? '', /^\uFEFF?id,at,/u);
    assert.ok(count > 220 && lines.length === count, `${lines.length} lines of ${count}`);
    assert.equal(new Set(lines.map((line) => line.split(',')[0])).size, count);
  });

  await t.test('the audit log says what was changed, before and after', async () => {
    const [{ id, name }] = (await api.get('/api/projects?organization_id=org_ops')).body.projects;
    for (const description of ['Old words', 'New words']) await api.put(`/api/projects/${id}`, { description });
    await open(`/console/settings/audit?action=project.changed&project=${id}`);
    await page.getByText(`Changed project ${name}: description Old words → New words`).first().waitFor();
    await page.getByRole('row').nth(1).click();
    const fields = page.getByRole('dialog').getByRole('table', { name: `Changed project ${name}` });
    await fields.getByRole('row', { name: 'description Old words New words' }).waitFor();
    await page.keyboard.press('Escape');
  });

  await t.test('a list goes on to its next page, opens a row of it, and begins at its first page in another tab', async () => {
    await open('/console/settings/audit');
    await press('Next page');
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByText(/^201 to \d+ of \d+$/u)
      .waitFor();
    assert.equal(new URL(page.url()).searchParams.get('offset'), '200');
    await page.getByRole('row').nth(1).click();
    await page.getByRole('dialog').getByText('Everything by this actor').waitFor();
    await page.keyboard.press('Escape');
    await press('Previous page');
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByText(/^1 to 200 of /u)
      .waitFor();
    assert.equal(new URL(page.url()).searchParams.get('offset'), null);
    await open('/console/ops/costs?tab=ledger&offset=500');
    await page.getByRole('tab', { name: 'Projects' }).click();
    await page.getByRole('row').getByRole('link', { name: 'Shop of budgets' }).waitFor();
  });

  await t.test('providers are tested from the settings', async () => {
    await open('/console/settings');
    await press('Test the providers');
    await page.getByText(/knows the account; its balance is/u).waitFor();
  });

  await t.test('the way from the sandbox to real data: what to set, what a first day costs, and whether the account is known', async () => {
    const [{ id: project }] = (await api.get('/api/projects?organization_id=org_ops')).body.projects;
    await api.post('/api/assets', { project_id: project, type: 'website', value: 'invoicenest.com', name: 'Shop' });
    await track(world, project, ['budget shoes']);
    await page.reload();
    const steps = page.getByRole('list').filter({ hasText: 'DATAFORSEO_LOGIN' }).getByRole('listitem');
    await steps.nth(2).waitFor();
    assert.equal(await steps.count(), 3);
    await steps
      .nth(1)
      .getByText(/a first day of Shop of budgets costs about \$0\.0\d+, for 1 check\b/u)
      .waitFor();
    await steps.nth(2).getByRole('button', { name: 'Ask the provider' }).click();
    await steps
      .nth(2)
      .getByText(/^search data \(sandbox\): .*knows the account/u)
      .waitFor();
  });

  assert.deepEqual(problems, []);
  await window.context.close();
});
