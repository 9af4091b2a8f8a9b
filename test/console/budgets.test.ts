import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { countCalls, makeProject, track } from '../support/rankings-api.ts';
import { openWindow } from './support/browser.ts';
import { countClicks } from './support/clicks.ts';
import { assertAccessible, assertFits, assertLegible, DIALOG } from './support/walk.ts';

const KEYWORD = 'running shoes';

test('a budget of one client', async (t) => {
  await ensureConsole();
  const service = await startTestApp(t);
  const { url, api } = service;
  const project = await makeProject(api, ['invoicenest.com']);
  const other = await makeProject(api, ['quickbill.io']);
  await track(service, project, [KEYWORD]);
  const { page, open, problems, context } = await openWindow({ url, key: TEST_ADMIN_KEY });
  const dialog = page.getByRole('dialog');
  const press = async (name: string | RegExp): Promise<void> => await page.getByRole('button', { name }).click();
  const assertLooks = async (part = 'html'): Promise<void> => {
    await assertAccessible(page, part);
    await page.emulateMedia({ colorScheme: 'dark' });
    await assertLegible(page, part);
    await page.emulateMedia({ colorScheme: 'light' });
  };
  const readBudget = async (id: string) => (await api.get(`/api/projects/${id}/budget`)).body.budget;

  await t.test('what costs most is seen, and one project gets a limit, with four clicks', async () => {
    await open(`/console/p/${project}`);
    const clicks = await countClicks(page);
    await page
      .getByRole('link', { name: /^Spent this month/u })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Projects' }).click();
    await page.getByRole('row').nth(1).getByRole('link', { name: 'Rankings' }).waitFor();
    await page.getByRole('link', { name: 'Project settings', exact: true }).click();
    await page.getByLabel("This project's limit a month, in US dollars").fill('5');
    await press('Set the limit');
    await page.getByText('This project may spend $5.00 a month').waitFor();
    assert.ok((await clicks()) <= 4, `${await clicks()} clicks`);
    assert.deepEqual([(await readBudget(project)).limit_usd, (await readBudget(project)).limit_of], [5, 'project']);
    assert.equal((await readBudget(other)).limit_usd, null, 'the other project keeps none');
    await assertLooks();
  });

  await t.test('the costs say whose limit a change is, and changing that of all projects keeps the one of this', async () => {
    await open('/console/ops/costs');
    await page
      .getByRole('region', { name: 'Budgets' })
      .getByText('all projects: no limit, 1 project with a limit of its own')
      .first()
      .waitFor();
    await press('Change the budget Project, per month');
    await dialog.getByText('This changes all projects without a limit of their own.').waitFor();
    await dialog.getByRole('link', { name: 'Rankings' }).waitFor();
    await dialog.getByRole('switch', { name: 'Limited' }).check();
    await dialog.getByLabel('Limit of each of these projects in US dollars').fill('9');
    await assertLooks(DIALOG);
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.deepEqual([(await readBudget(project)).limit_usd, (await readBudget(other)).limit_usd], [5, 9]);
  });

  await t.test('a month whose limit is used up is not said to go on, and a limit that comes says its day', async () => {
    await api.put(`/api/projects/${project}/budget`, { monthly_usd: 0.001 });
    await open(`/console/p/${project}`);
    await page.getByText('The limit of $0.001 is used up: nothing more is bought this month').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await assertFits(page);
    await page.setViewportSize({ width: 1400, height: 900 });
  });

  await t.test('every dialog with a price knows before the click that the budget refuses, and says why and what to do', async () => {
    const before = await countCalls(service);
    const refused = async (verb: RegExp, reason: string | RegExp): Promise<void> => {
      const alert = dialog.getByRole('alert');
      await alert.getByText(reason).waitFor();
      assert.equal(await dialog.getByRole('button', { name: verb }).isDisabled(), true);
      await assertLooks(DIALOG);
    };
    const used = "This project's monthly budget of $0.001 is used up.";
    await open(`/console/p/${project}/keywords`);
    await page.getByRole('checkbox', { name: `Select ${KEYWORD}`, exact: true }).click();
    await press('Check now');
    await refused(/^Check now/u, used);
    await dialog.getByRole('link', { name: "Change this project's budget" }).waitFor();
    await page.keyboard.press('Escape');
    await open(`/console/p/${project}/research`);
    await press('Research a website');
    await dialog.getByLabel('Website').fill('quickbill.io');
    await refused(/^Read the website/u, used);
    await page.keyboard.press('Escape');
    await api.put('/api/admin/config', { budgets: { daily_usd: 0 } });
    await open('/console/domains');
    await press('Add domains');
    await dialog.getByLabel('One domain per line').fill('quickbill.io');
    await refused(/^Fetch/u, 'The daily budget of the whole service is $0.00, so nothing is bought.');
    await dialog.getByRole('link', { name: 'Change the budgets' }).waitFor();
    await page.keyboard.press('Escape');
    await api.put('/api/admin/config', { budgets: { daily_usd: 50 } });
    assert.equal(await countCalls(service), before);
  });

  await t.test('the way to change it leads to the limit, and then the dialog lets it be done', async () => {
    await open(`/console/p/${project}/keywords`);
    await page.getByRole('checkbox', { name: `Select ${KEYWORD}`, exact: true }).click();
    await press('Check now');
    await dialog.getByRole('link', { name: "Change this project's budget" }).click();
    await press('Use the limit of all projects, $9.00');
    await page.getByText('Like every project without a limit of its own, this one may spend $9.00 a month').waitFor();
    await open(`/console/p/${project}/keywords`);
    await page.getByRole('checkbox', { name: `Select ${KEYWORD}`, exact: true }).click();
    await press('Check now');
    await dialog.getByRole('button', { name: /^Check now for \$0/u }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  await t.test('who is bound to the project sees its limit and cannot raise it', async () => {
    const made = await api.post('/api/admin/api-keys', { name: 'client', scopes: ['read', 'write', 'admin'], project_id: project });
    const client = await openWindow({ url, key: made.body.key });
    await client.open(`/console/p/${project}/settings`);
    await client.page.getByText('this one may spend $9.00 a month').waitFor();
    await client.page.getByText('An administrator of this service can change it.').waitFor();
    assert.equal(await client.page.getByRole('button', { name: 'Set the limit' }).count(), 0);
    const headers = { authorization: `Bearer ${made.body.key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ monthly_usd: 500 });
    assert.equal((await fetch(`${url}/api/projects/${project}/budget`, { method: 'PUT', headers, body })).status, 403);
    assert.deepEqual(client.problems, []);
    await client.context.close();
  });

  assert.deepEqual(problems, []);
  await context.close();
});
