import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liveDay, preview, readTruePages, settle, trackForAlerts } from '../support/alerts-world.ts';
import { startTestApp } from '../support/app.ts';
import type { TruthItem } from '../support/rankings-api.ts';

const KEYWORDS = 12;
const TOP = 20;
const LEAST = 1;
/** With the day that follows these are four weeks. */
const AWAY_DAYS = 27;

test('a host is a new competitor when it stands among the first results of keywords that are tracked for four weeks', async (t) => {
  const app = await startTestApp(t);
  const world = await trackForAlerts(app, { keywords: KEYWORDS, devices: ['desktop'] });
  const { projectId, keywords, site, competitors } = world;
  await app.sandbox.post('/_sandbox/clock', { advance_days: AWAY_DAYS });
  await liveDay(app, world);
  await settle(app);
  const pages = await Promise.all(keywords.map((keyword) => readTruePages(app, world, keyword, 'desktop')));
  const hostsOf = (page: readonly TruthItem[]): Set<string> =>
    new Set(
      page
        .filter(({ type, rank_group: rank }) => type === 'organic' && rank <= TOP)
        .map(({ domain }) => (domain ?? '').replace(/^www\./u, '')),
    );
  const then = new Set(pages.flatMap(([first = []]) => [...hostsOf(first)]));
  const now = pages.flatMap(([, last = []]) => [...hostsOf(last)]);
  const sites = [site, ...competitors.slice(0, 2)];
  const isOurs = (host: string): boolean => sites.some((one) => host === one || host.endsWith(`.${one}`));
  const fresh = [...new Set(now)].filter((host) => !then.has(host) && !isOurs(host) && now.filter((one) => one === host).length >= LEAST);

  const body = await preview(app, projectId, { event: 'new_competitor', top: TOP, keywords: LEAST }, { group_by: 'rule' });
  assert.ok(fresh.length > 0);
  assert.equal(body.items_total, fresh.length);
  const [alert] = body.alerts;
  assert.equal(alert.day, world.days[1]);
  for (const { label } of alert.items) assert.ok(fresh.includes(label), label);
});
