import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ensureConsole } from '../../src/console/index.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { makeProject, track } from '../support/rankings-api.ts';
import { sweep } from '../support/dispatch-run.ts';
import { listTracked } from '../support/tracked-apps.ts';
import { waitUntil } from '../support/wait-until.ts';
import { openWindow } from './support/browser.ts';
import { countClicks } from './support/clicks.ts';
import { assertAccessible, assertFits, assertLegible } from './support/walk.ts';

const KEYWORD = 'running shoes';
const FAILED = 'quickbill.io';
const UNKNOWN = 'example.com';

test('failures are counted in the frame, and mended where they are seen', async (t) => {
  await ensureConsole();
  const service = await startTestApp(t);
  const { url, api, sandbox, app } = service;
  const project = await makeProject(api, ['invoicenest.com']);
  await track(service, project, [KEYWORD]);
  const { page, open, context } = await openWindow({ url, key: TEST_ADMIN_KEY });
  const dialog = page.getByRole('dialog');
  const frame = page.getByRole('navigation', { name: 'Screens' });
  const countOf = (words: string) => frame.getByRole('link', { name: words, exact: true });
  const statusOf = async (domain: string): Promise<string> =>
    (await api.get(`/api/admin/domains?search=${domain}`)).body.domains[0]?.onboard_status;
  const failOnboarding = async (): Promise<void> => {
    await sandbox.post('/_sandbox/faults', { match: 'backlinks', kind: 'http_403' });
    const { body } = await api.post('/api/admin/domains/onboard', { domain: FAILED, force: true });
    await app.context.workflows.waitFor(body.workflow_id, PATIENCE_MS).catch(() => undefined);
    await sandbox.post('/_sandbox/faults', {});
    assert.equal(await statusOf(FAILED), 'failed');
  };
  const assertLooks = async (): Promise<void> => {
    await assertAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await assertLegible(page);
    await page.emulateMedia({ colorScheme: 'light' });
  };

  await t.test('what fails is counted beside its screen while one looks, and the dot is green no more', async () => {
    await open(`/console/p/${project}`);
    await page.getByRole('button', { name: 'The service is healthy', exact: true }).waitFor();
    assert.equal(await countOf('1 dead letter').count(), 0);
    await failOnboarding();
    for (const words of ['1 dead letter', '1 failed domain']) await countOf(words).waitFor();
    await page.getByRole('button', { name: 'The service is healthy, and 1 failed domain and 1 dead letter need you' }).click();
    await dialog.getByRole('link', { name: '1 failed domain' }).waitFor();
    await page.keyboard.press('Escape');
    await assertLooks();
    await page.setViewportSize({ width: 390, height: 844 });
    await assertFits(page);
    await page.setViewportSize({ width: 1400, height: 900 });
  });

  await t.test('a failed workflow is named by its subject and mended with four clicks, led there by the frame', async () => {
    await open(`/console/p/${project}`);
    await countOf('1 dead letter').waitFor();
    const clicks = await countClicks(page);
    await countOf('1 dead letter').click();
    await page.getByRole('row', { name: /domain-onboard/u }).click();
    await page.getByText(`Onboarding of ${FAILED}`).first().waitFor();
    await page.getByRole('button', { name: 'Send 1 message again' }).click();
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.ok((await clicks()) <= 4, `${await clicks()} clicks`);
    await waitUntil(async () => (await statusOf(FAILED)) === 'complete', 'the domain to be fetched');
    await countOf('1 dead letter').waitFor({ state: 'hidden' });
    await countOf('1 failed domain').waitFor({ state: 'hidden' });
    await open('/console/ops/workflows?state=failed');
    await page
      .getByRole('link', { name: `Onboarding of ${FAILED}` })
      .first()
      .click();
    await page.getByRole('heading', { name: `Onboarding of ${FAILED}`, level: 1 }).waitFor();
  });

  await t.test(
    'a failed domain is tried again on its page and in the list, a domain that is not known is fetched, each for its price',
    async () => {
      await failOnboarding();
      await open(`/console/domains/${FAILED}`);
      await page.getByText('The last fetch failed').waitFor();
      await page.getByRole('button', { name: /^Try again for \$\d/u }).waitFor();
      await open('/console/domains?status=failed');
      await page.getByRole('button', { name: `Try ${FAILED} again` }).click();
      await dialog.getByRole('button', { name: /^Try again for \$0/u }).click();
      await waitUntil(async () => (await statusOf(FAILED)) === 'complete', 'the failed domain to be fetched');
      await open(`/console/domains/${UNKNOWN}`);
      await page.getByText(`Nothing is known of ${UNKNOWN} yet`).waitFor();
      assert.equal(await page.getByText('Domain not found').count(), 0);
      await assertLooks();
      await page.getByRole('button', { name: /^Fetch for \$0\.1/u }).click();
      await waitUntil(async () => (await statusOf(UNKNOWN)) === 'complete', 'the unknown domain to be fetched');
    },
  );

  await t.test('a failed check is counted, found by its number, and repeated for its price beside the table', async () => {
    await sandbox.post('/_sandbox/faults', { match: 'serp', kind: 'http_403' });
    const check = { keyword_text: KEYWORD, location_code: 2840, language_code: 'en', device: 'desktop' };
    await api.post('/api/rankings/track', { project_id: project, keywords: [check], force: true });
    await sandbox.post('/_sandbox/faults', {});
    await open(`/console/p/${project}`);
    await countOf('1 failed check').click();
    await page.getByRole('button', { name: 'Check 1 failed keyword again' }).waitFor();
    await page.getByRole('row').getByText(KEYWORD, { exact: true }).click();
    await dialog.getByRole('button', { name: /^Check again for \$0\.0/u }).click();
    await countOf('1 failed check').waitFor({ state: 'hidden' });
    assert.equal((await api.get(`/api/attention?project_id=${project}`)).body.failed_checks, 0);
  });

  await t.test('a failed research run is begun once more from its page', async () => {
    await sandbox.post('/_sandbox/faults', { match: 'example.org', kind: 'http_403' });
    const { body } = await api.post('/run', { url: 'https://example.org', project_id: project });
    await open(`/console/p/${project}/research/${body.run_id}`);
    await page.getByText(/^The run failed/u).waitFor();
    await page.getByRole('button', { name: /^Try again for \$/u }).click();
    await page.waitForURL((address) => !address.pathname.endsWith(body.run_id));
    await sandbox.post('/_sandbox/faults', {});
  });

  await t.test('a reading of an app that failed is said with its reason, and repeated for its price where it is seen', async () => {
    const { apps } = (await sandbox.get('/_sandbox/world')).body;
    const { app_id: appId } = apps.find((one: { platform: string }) => one.platform === 'store_b');
    const tracked = async () => (await listTracked(service, project))[0];
    await sandbox.post('/_sandbox/faults', { match: 'app_info', kind: 'http_403' });
    await api.post('/api/apps/track', { project_id: project, app_id: appId, platform: 'store_b', name: 'Our app' });
    await waitUntil(async () => (await tracked()).last_error !== null, 'the reading to fail');
    const note = page.getByText('The last reading failed', { exact: true });
    const button = page.getByRole('button', { name: 'Read Our app again' });
    const order = async () => {
      await button.click();
      await dialog.getByRole('button', { name: /^Read again for \$0\.0/u }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    for (const path of [`/console/p/${project}/apps`, `/console/p/${project}/apps/store_b/${appId}`]) {
      await open(path);
      await note.waitFor();
      await page.getByText(/403\. Nothing of it was read yet\./u).waitFor();
      await assertLooks();
    }
    await order();
    await page.getByText(/^Read Our app again failed: .*403/u).waitFor();
    await note.waitFor();
    await sandbox.post('/_sandbox/faults', {});
    await open(`/console/p/${project}/apps`);
    await order();
    const isRead = async (): Promise<boolean> => {
      await sweep(service);
      return (await tracked()).last_error === null && (await tracked()).last_run_at !== null;
    };
    // Said for some seconds, which may pass before the test has asked the service.
    const said = page.getByText('Read Our app again: done').waitFor();
    await Promise.all([waitUntil(isRead, 'the app to be read'), said]);
    await note.waitFor({ state: 'hidden' });
  });

  await context.close();
});
