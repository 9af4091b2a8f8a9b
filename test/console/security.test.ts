import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { ensureConsole, SCREEN_PATHS } from '../../src/console/index.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { openWindow, type Window } from './support/browser.ts';
import { assertQuiet, follow } from './support/walk.ts';

/** Runs if any screen takes a text for markup, or for an address. */
const ATTACK = `<img src=x onerror="window.taken='img'"><script>window.taken='script'</script>"><svg onload="window.taken='svg'">`;
const ATTACK_LINK = `javascript:window.taken='link'`;

test('the service knows the paths of all screens', async () => {
  // By a name that is made here: the screens are another program for the checker of types.
  const { screens } = (await import(String(new URL('../../console/src/screens/index.ts', import.meta.url)))) as {
    screens: { path: string }[];
  };
  assert.deepEqual(SCREEN_PATHS.toSorted(), screens.map(({ path }) => path).toSorted());
});

test('the console in hostile hands', async (t) => {
  await ensureConsole();
  const { url, api } = await startTestApp(t);
  const project = (await api.post('/api/projects', { name: ATTACK, organization_id: 'org_x' })).body.project_id as string;
  await api.post('/api/tags', { project_id: project, name: ATTACK.slice(0, 40) });
  await api.post('/api/keywords/track', {
    keywords: [
      { project_id: project, keyword_text: `shoes ${ATTACK}`.slice(0, 80), location_code: 2840, language_code: 'en', device: 'desktop' },
    ],
  });
  await api.post('/api/annotations', {
    scope: 'project',
    project_id: project,
    date: '2026-11-20',
    text: ATTACK + ATTACK_LINK,
    kind: 'other',
  });
  await api.post('/api/assets', { project_id: project, type: 'website', value: 'example.com', name: ATTACK, skip_onboarding: true });

  const isTaken = async ({ page }: Window): Promise<unknown> => await page.evaluate('window.taken');

  await t.test('names, keywords, tags and annotations are texts on every screen that shows them', async () => {
    const window = await openWindow({ url, key: TEST_ADMIN_KEY });
    await window.open('/console/');
    for (const path of [
      `/console/p/${project}`,
      `/console/p/${project}/keywords`,
      `/console/p/${project}/assets`,
      `/console/p/${project}/settings`,
      '/console/',
    ]) {
      await follow(window.page, path);
      assert.equal(await isTaken(window), undefined, path);
    }
    await window.page.getByText('onerror').first().waitFor();
    assertQuiet(window);
    await window.context.close();
  });

  await t.test('after signing out no page shows what it showed, by going back either', async () => {
    const window = await openWindow({ url, key: TEST_ADMIN_KEY });
    await window.open(`/console/p/${project}/assets`);
    await window.page.getByText('example.com').first().waitFor();
    await window.context.request.delete(`${url}/api/session`, { headers: { origin: url } });
    await window.page.goto(`${url}/console/login`);
    await window.page.goBack();
    await window.page.getByRole('heading', { name: 'This service has no owner yet' }).waitFor();
    assert.equal(await window.page.getByText('example.com').count(), 0);
    await window.context.close();
  });

  await t.test('another site can neither frame the console nor act in the name of who is signed in', async () => {
    const attacker = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<body>attacker</body>'));
    await new Promise<void>((resolve) => attacker.listen(0, resolve));
    t.after(() => attacker.close());
    const window = await openWindow({ url, key: TEST_ADMIN_KEY });
    // Another site, and not another port of the same one.
    await window.page.goto(`http://localhost:${(attacker.address() as AddressInfo).port}/`);
    const before = (await api.get('/api/projects?organization_id=org_x')).body.projects.length;
    await window.page.evaluate(
      `(async () => {
        const frame = document.createElement('iframe');
        frame.src = ${JSON.stringify(`${url}/console/`)};
        document.body.append(frame);
        await new Promise((resolve) => { frame.onload = resolve; frame.onerror = resolve; });
        const body = JSON.stringify({ name: 'taken', organization_id: 'org_x' });
        for (const type of ['application/json', 'text/plain'])
          await fetch(${JSON.stringify(`${url}/api/projects`)}, { method: 'POST', credentials: 'include', mode: 'no-cors', headers: { 'content-type': type }, body }).catch(() => undefined);
      })()`,
    );
    const [, frame] = window.page.frames();
    assert.doesNotMatch((await frame?.content()) ?? '', /id="root"/u);
    assert.equal((await api.get('/api/projects?organization_id=org_x')).body.projects.length, before);
    await window.context.close();
  });

  await t.test('an address that names a place to go on to leads nowhere else', async () => {
    const window = await openWindow({ url, key: TEST_ADMIN_KEY });
    for (const search of ['?next=//evil.example/', '?to=https://evil.example/', `?next=${encodeURIComponent(ATTACK_LINK)}`]) {
      await window.page.goto(`${url}/console/login${search}`);
      await window.page.locator('main, form').first().waitFor();
      assert.equal(new URL(window.page.url()).origin, url);
      assert.equal(await isTaken(window), undefined);
    }
    await window.context.close();
  });
});
