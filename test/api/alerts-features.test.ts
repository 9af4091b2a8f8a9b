import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liveDay, preview, readTruePages, settle, trackForAlerts } from '../support/alerts-world.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { readStory } from '../support/dispatch-run.ts';
import { getTrueOverview, toTrueStanding } from '../support/ai-overviews.ts';
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

test('whether an AI overview cites an own site comes and goes as it does in the world, and is not guessed where it was not loaded', async (t) => {
  const app = await startTestApp(t);
  const { keywords, site: storySite, competitors } = await readStory(app, KEYWORDS);
  const today = await Promise.all(keywords.map((keyword) => getTrueOverview(app, keyword)));
  const timesCited = (site: string): number => today.filter((truth) => toTrueStanding(truth, site, true)[0] === 'cited').length;
  const [site = storySite] = [storySite, ...competitors].toSorted((one, other) => timesCited(other) - timesCited(one));
  const world = await trackForAlerts(app, { keywords: KEYWORDS, devices: ['desktop'], site });
  await liveDay(app, world);
  await app.api.put(`/api/projects/${world.projectId}`, { settings: { load_ai_overviews: true } });
  for (let day = 0; day < 8; day += 1) await liveDay(app, world);
  await settle(app);
  const isCited = async (keyword: string, day: number): Promise<boolean | undefined> => {
    const [standing] = toTrueStanding(await getTrueOverview(app, keyword, world.days[day]), world.site, day > 1);
    return standing === 'not_loaded' ? undefined : standing === 'cited';
  };
  const seen = await Promise.all(world.keywords.map((keyword) => Promise.all(world.days.map((_day, at) => isCited(keyword, at)))));
  const count = (before: boolean, after: boolean): number =>
    seen.flatMap((days) => days.filter((now, at) => at > 0 && now === after && days[at - 1] === before)).length;
  const about = { feature: 'ai_overview', ours: true };
  const gained = await preview(app, world.projectId, { event: 'feature_gained', ...about });
  const lost = await preview(app, world.projectId, { event: 'feature_lost', ...about });
  assert.deepEqual([gained.items_total, lost.items_total], [count(false, true), count(true, false)]);
  assert.ok(gained.items_total + lost.items_total > 0 && seen.flat().includes(undefined));
  t.diagnostic(`${gained.items_total} gained, ${lost.items_total} lost`);
});
