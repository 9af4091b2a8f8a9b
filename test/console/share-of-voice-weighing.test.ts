import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { joinAs } from '../support/people-world.ts';
import { openVoiceWorld } from '../support/voice-world.ts';
import { openAs } from './support/people.ts';
import { assertAccessible, assertFits, assertQuiet, settle } from './support/walk.ts';

const PHONE = { width: 390, height: 844 };
const OWN = 'Weighed by your own clicks: sc-domain:';
const FIXED = 'Weighed by the fixed click curve';

test('the weighing is chosen in the settings, after what would change is seen, and named where the share is', async (t) => {
  await ensureConsole();
  const world = await openVoiceWorld(t);
  const { projectId, unreadId } = world;
  const owner = await openAs(world.test.url, await joinAs(world.test, 'org_rankings', { role: 'owner' }));
  const { page } = owner;
  const open = async (path: string): Promise<void> => {
    await owner.open(`/console/p/${path}`);
    await settle(page);
  };
  const share = (value: number): string => `${(value * 100).toFixed(1)}%`;

  await t.test('without a property it says why there is nothing to choose', async () => {
    await open(`${unreadId}/settings`);
    await page.getByText('The project reads no Search Console property.', { exact: false }).waitFor();
    assert.ok(await page.getByRole('button', { name: 'Weigh by your own clicks' }).isDisabled());
  });

  await t.test('both curves are drawn, with the share of today by both', async () => {
    const { body } = await world.api.get(`/api/projects/${projectId}/search-console/share-of-voice`);
    const last = body.days.at(-1);
    await open(`${projectId}/settings`);
    await page.getByRole('img', { name: 'What a place is worth: Desktop', exact: false }).waitFor();
    await page
      .getByText(`${share(last.fixed_curve)} by the fixed curve, ${share(last.own_curve)} by your own clicks`, { exact: false })
      .waitFor();
    await page.getByText('As a table: 20 places').first().click();
    await page.getByRole('table', { name: 'What a place is worth: Desktop' }).getByRole('columnheader', { name: 'Fixed curve' }).waitFor();
    await assertAccessible(page);
  });

  await t.test('chosen, it is named on the screens that show a share of voice', async () => {
    await page.getByRole('button', { name: 'Weigh by your own clicks' }).click();
    await page.getByRole('button', { name: 'Weigh by the fixed curve' }).waitFor();
    for (const path of [projectId, `${projectId}/competitors`, `${projectId}/pages`]) {
      await open(path);
      await page.getByText(OWN, { exact: false }).first().waitFor();
      await assertAccessible(page);
    }
  });

  await t.test('it fits a phone, and goes back as it came', async () => {
    await page.setViewportSize(PHONE);
    for (const path of [projectId, `${projectId}/settings`]) {
      await open(path);
      await assertFits(page);
    }
    await page.getByRole('button', { name: 'Weigh by the fixed curve' }).click();
    await page.getByRole('button', { name: 'Weigh by your own clicks' }).waitFor();
    await open(projectId);
    await page.getByText(FIXED, { exact: false }).first().waitFor();
    assertQuiet(owner);
  });
});
