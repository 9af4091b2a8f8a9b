import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import { TEST_ADMIN_KEY } from '../../support/app.ts';
import { takeShare } from '../../support/test-width.ts';
import { openWindow } from './browser.ts';
import { follow, listScreens, settle, toAddress } from './walk.ts';
import { SHARES } from './walk-suite.ts';
import type { ConsoleWorld } from './world.ts';

/** How far the world of the walk is ahead of the real clock. */
export const AHEAD_DAYS = 30;
const INSTANT = /\b[A-Z][a-z]{2} \d{1,2}, \d{4}, \d\d:\d\d\b/gu;
/** A world that is days ahead, and a test that takes minutes: what lies within two hours of real time was dated by it. */
const NEAR_MS = 2 * HOUR_MS;

/** As a person reads it: `4 hours ago` is at least four hours, and not five. */
function toAge(instant: string, now: Date): string {
  const minutes = Math.trunc((Date.parse(instant) - now.getTime()) / MINUTE_MS);
  const [count, unit] =
    Math.abs(minutes) >= 1440
      ? [Math.trunc(Math.abs(minutes) / 1440), 'day']
      : Math.abs(minutes) >= 60
        ? [Math.trunc(Math.abs(minutes) / 60), 'hour']
        : [Math.abs(minutes), 'minute'];
  const text = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return count === 0 ? 'now' : minutes < 0 ? `${text} ago` : `in ${text}`;
}

interface Opened {
  readonly now: () => Date;
  /** Before the page was opened. */
  readonly since: Date;
}

/** Resolves when the page says an age that the instant has had since the page was opened: ages stand as they were when it was drawn. */
async function waitForAge(page: Page, before: string, instant: string, { now, since }: Opened): Promise<void> {
  const said = new Set<string>();
  for (let at = since.getTime(); at <= now().getTime() + MINUTE_MS; at += MINUTE_MS) said.add(toAge(instant, new Date(at)));
  await page
    .getByText(new RegExp(`${before}(?:${[...said].join('|')})`, 'u'))
    .first()
    .waitFor();
}

/** Times in a simulated world that is `AHEAD_DAYS` ahead. */
export async function walkClocks(t: TestContext, world: ConsoleWorld): Promise<void> {
  const { service, params } = world;
  const { api } = service;
  const projectId = params['projectId'] ?? '';
  const now = (): Date => service.app.context.clock.now();
  const real = (): Date => new Date(service.app.context.clock.realNow());
  assert.ok(now().getTime() - real().getTime() > (AHEAD_DAYS - 1) * DAY_MS);
  const daily = { project_id: projectId, location_code: 2840, language_code: 'en', device: 'desktop', check_interval: 'daily' };
  await api.post('/api/keywords/track', { keywords: [{ ...daily, keyword_text: 'the clock of the world' }] });
  await api.post('/api/rankings/track', { keywords: [{ ...daily, keyword_text: 'the clock of the world' }], force: true });
  const window = await openWindow({ ...world, key: TEST_ADMIN_KEY });
  const { page, open } = window;

  await t.test('Overview: last and next check', async () => {
    const { overview, ...flat } = (await api.get(`/api/projects/${projectId}/overview`)).body;
    const { last_check_at: last, next_check_at: next } = overview ?? flat;
    const since = now();
    await open(`/console/p/${projectId}`);
    await waitForAge(page, 'Last check ', last, { now, since });
    await waitForAge(page, 'next ', next, { now, since });
  });

  await t.test('Projects: last check', async () => {
    const since = now();
    // The last column of the list has room on a wider screen alone.
    await open('/console/?columns=name,checked');
    const [{ last_check_at: last }] = (await api.get('/api/overview')).body.projects.filter(({ id }: { id: string }) => id === projectId);
    await waitForAge(page, '^', last, { now, since });
  });

  await t.test('Keyword: next check', async () => {
    const { columns } = (await api.get(`/api/rankings/grid?project_id=${projectId}`)).body;
    const row = columns.keyword.indexOf('the clock of the world');
    const since = now();
    await open(`/console/p/${projectId}/keywords/${columns.keyword_id[row]}`);
    await waitForAge(page, '^', new Date(columns.next_check_at[row]).toISOString(), { now, since });
  });

  await t.test('Account: the session was used just now', async () => {
    await open('/console/account');
    await page
      .getByRole('row')
      .getByText(/^(?:now|\d+ minutes? ago)$/u)
      .first()
      .waitFor();
  });

  await t.test('Settings: schedules fired in the world', async () => {
    const { schedules } = (await api.get('/api/admin/config')).body;
    const fired = schedules.filter(({ last_fired_at: at }: any) => at !== null);
    const since = now();
    await open('/console/settings');
    for (const { last_fired_at: at } of fired.slice(0, 3)) await waitForAge(page, '^', at, { now, since });
  });

  const screens = (await listScreens()).filter(({ isOpen }) => isOpen !== true);
  for (const screen of takeShare(screens, SHARES)) {
    await t.test(`${screen.name}: instants of the real clock are said to be`, async () => {
      await follow(page, toAddress(screen, params));
      await settle(page);
      const main = page.locator('main');
      const text = await main.innerText();
      const dated = [...text.matchAll(INSTANT)].map(([instant]) => instant);
      const ofReal = dated.filter((instant) => Math.abs(Date.parse(`${instant} UTC`) - real().getTime()) < NEAR_MS);
      if (ofReal.length > 0) assert.match(text, /are in real time/u, `${screen.name}: ${ofReal.slice(0, 3).join('; ')}`);
    });
  }
}
