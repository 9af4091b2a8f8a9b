import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liveDay, preview, readTruePages, settle, trackForAlerts } from '../support/alerts-world.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { readStory } from '../support/dispatch-run.ts';
import { getTruth, type TruthItem } from '../support/rankings-api.ts';

const KEYWORDS = 40;
const DAYS = 4;
const STEP_DAYS = 25;
const FEATURE = 'featured_snippet';

const hostOf = ({ domain }: TruthItem): string => (domain ?? '').replace(/^www\./u, '');

/** The host that has the most featured snippets of the story. */
async function findHolder(app: TestApp): Promise<string> {
  const { keywords } = await readStory(app, KEYWORDS);
  const pages = await Promise.all(keywords.map((keyword) => getTruth(app, keyword)));
  const held = Map.groupBy(
    pages.flat().filter(({ type }) => type === FEATURE),
    hostOf,
  );
  return [...held].toSorted(([, some], [, others]) => others.length - some.length)[0]?.[0] ?? '';
}

test('whether an own site is in a feature comes and goes as it does in the world', async (t) => {
  const app = await startTestApp(t);
  const world = await trackForAlerts(app, { keywords: KEYWORDS, devices: ['desktop'], site: await findHolder(app) });
  // Features change slowly.
  while (world.days.length < DAYS) {
    await app.sandbox.post('/_sandbox/clock', { advance_days: STEP_DAYS - 1 });
    await liveDay(app, world);
  }
  await settle(app);
  const pages = await Promise.all(world.keywords.map((keyword) => readTruePages(app, world, keyword, 'desktop')));
  const holds = (page: readonly TruthItem[] = []): boolean =>
    page.some((item) => item.type === FEATURE && (hostOf(item) === world.site || hostOf(item).endsWith(`.${world.site}`)));
  const count = (isMet: (had: boolean, has: boolean) => boolean): number =>
    pages.flatMap((seen) => seen.filter((now, at) => at > 0 && isMet(holds(seen[at - 1]), holds(now)))).length;

  const gained = await preview(app, world.projectId, { event: 'feature_gained', feature: FEATURE, ours: true });
  const lost = await preview(app, world.projectId, { event: 'feature_lost', feature: FEATURE, ours: true });
  assert.ok(
    pages.some(([first]) => holds(first)),
    'it has one at the beginning',
  );
  assert.deepEqual([gained.items_total, lost.items_total], [count((had, has) => !had && has), count((had, has) => had && !has)]);
  assert.ok(gained.items_total + lost.items_total > 0);
  t.diagnostic(`${gained.items_total} gained, ${lost.items_total} lost`);
});
