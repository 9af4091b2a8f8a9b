import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { judgeToday } from '../support/alert-rounds.ts';
import { liveDay, settle as settleOutcomes, trackForAlerts } from '../support/alerts-world.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { openWindow } from './support/browser.ts';
import { assertAccessible, assertFits, assertLegible, settle } from './support/walk.ts';

const KEYWORDS = 12;
const DAYS_MAX = 12;
const RULE = 'Any place lost';

test('from a rule to its alert, seen, acknowledged and muted', async (t) => {
  await ensureConsole();
  const app = await startTestApp(t);
  const world = await trackForAlerts(app, { keywords: KEYWORDS });
  await settleOutcomes(app);
  await judgeToday(app);
  const { projectId } = world;
  const { page, open, context } = await openWindow({ url: app.url, key: TEST_ADMIN_KEY });
  const listAlerts = async (query = ''): Promise<any[]> => (await app.api.get(`/api/alerts?project_id=${projectId}${query}`)).body.alerts;
  const field = (label: string) => page.getByLabel(label, { exact: true });

  await t.test('a rule is written and saved', async () => {
    await open(`/console/p/${projectId}/alerts/rules/new`);
    await field('What happens').selectOption({ label: 'drops by' });
    await field('How much').selectOption({ label: 'this many places:' });
    await field('Places').fill('1');
    await field('Confirmed by').selectOption({ label: 'without confirmation' });
    await page.locator('summary', { hasText: 'More' }).click();
    await field('Name').fill(RULE);
    await page.getByRole('switch', { name: 'Only moves that are large' }).uncheck();
    await page
      .getByRole('button', { name: /^(?:Save|Add|Create)/u })
      .first()
      .click();
    await page.getByText(RULE).first().waitFor();
    assert.ok(
      (await app.api.get(`/api/alert-rules?project_id=${projectId}`)).body.rules.some(({ name }: { name: string }) => name === RULE),
    );
  });

  await t.test('days pass until it fires, and the alert stands in the list as the API has it', async () => {
    const isSaid = async () => (await listAlerts('&state=firing')).some((one) => one.rule_name === RULE);
    for (let day = 0; day < DAYS_MAX && !(await isSaid()); day += 1) {
      await liveDay(app, world);
      await settleOutcomes(app);
      await judgeToday(app);
    }
    const [alert] = (await listAlerts('&state=firing')).filter((one) => one.rule_name === RULE);
    assert.ok(alert, 'it fired');
    await open(`/console/p/${projectId}/alerts`);
    await page.getByRole('list', { name: 'Open alerts' }).getByText(alert.title).first().waitFor();
    await settle(page);
    await assertAccessible(page, 'main');
    await page.getByRole('link', { name: alert.title }).first().click();
    await settle(page);
    await assertAccessible(page, 'main');
    const { items } = (await app.api.get(`/api/alerts/${alert.id}`)).body.alert;
    await page.getByRole('main').getByText(items[0].keyword).first().waitFor();
    await open(`/console/p/${projectId}/keywords/${items[0].keyword_id}`);
    await page.getByRole('list', { name: 'Alerts' }).getByText(alert.title).first().waitFor();
  });

  await t.test('one is acknowledged', async () => {
    await open(`/console/p/${projectId}/alerts`);
    await page
      .getByRole('list', { name: 'Open alerts' })
      .getByRole('button', { name: /^Acknowledge/u })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('It is the new shop.');
    await dialog.getByRole('button', { name: /^Acknowledge/u }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.ok((await listAlerts()).some(({ acknowledged }) => acknowledged !== null));
  });

  await t.test('a rule is muted with a reason, the mute is in sight, and ends by a press', async () => {
    await open(`/console/p/${projectId}/alerts?tab=rules`);
    await page.getByRole('button', { name: `Mute ${RULE}` }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('The shop moves');
    await page.getByRole('dialog').getByRole('button', { name: 'Mute', exact: true }).click();
    const mutes = page.getByRole('region', { name: 'Mutes' });
    await mutes.getByText('The shop moves').waitFor();
    await mutes.getByText(RULE).waitFor();
    await assertAccessible(page, 'main');
    await page.emulateMedia({ colorScheme: 'dark' });
    await assertLegible(page, 'main');
    await page.setViewportSize({ width: 390, height: 844 });
    await settle(page);
    await assertFits(page);
    await mutes.getByRole('button', { name: /^End/u }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click();
    await mutes.waitFor({ state: 'detached' });
    assert.equal((await app.api.get(`/api/mutes?project_id=${projectId}&active=true`)).body.mutes.length, 0);
  });
  await context.close();
});
