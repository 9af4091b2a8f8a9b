import { addDays } from '#kernel/days.ts';
import type { TestApp } from './app.ts';
import { advanceDay, getTruth, makeProject, track, trueRank, waitForPending } from './rankings-api.ts';

/** A project with a site that fell for one of its keywords, checked on some days. */
export interface FallenWorld {
  readonly projectId: string;
  readonly site: string;
  readonly rival: string;
  /** The first one is the one that fell. */
  readonly keywords: readonly string[];
  /** The days of the fall: the last good one before it, and the first one with it. */
  readonly before: string;
  readonly after: string;
  /** True places of the fallen keyword on these days, in the scale `organic`. */
  readonly from: number;
  readonly to: number;
}

const PLACES = 24;
const FALL_DAY = 8;
const LAST_DAY = 9;

/** Checks on the first day, then daily from the day before the fall to the day after it: more than a week in all. */
export async function makeFallenWorld(app: TestApp, keywordCount = 4): Promise<FallenWorld> {
  const { api, sandbox } = app;
  const { site, keywords: listed } = (await sandbox.get(`/_sandbox/world/story?keywords=${keywordCount}`)).body;
  const keywords = listed.map(({ keyword }: { keyword: string }) => keyword) as string[];
  const [first = ''] = keywords;
  const rival = site.competitors[0] as string;
  const projectId = await makeProject(api, [site.domain, rival]);
  await track(app, projectId, keywords);
  const today = (): string => app.app.context.clock.now().toISOString().slice(0, 10);
  const places: (number | null)[] = [];
  for (let day = 1; day <= LAST_DAY; day += 1) {
    await advanceDay(app);
    if (day === FALL_DAY) await sandbox.post('/_sandbox/world/fall', { domain: site.domain, keywords: [first], places: PLACES });
    places[day] = trueRank(await getTruth(app, first), site.domain);
    if (day >= FALL_DAY - 2) await check(app, projectId, keywords);
  }
  const after = addDays(today(), FALL_DAY - LAST_DAY);
  return {
    projectId,
    site: site.domain,
    rival,
    keywords,
    before: addDays(after, -1),
    after,
    from: places[FALL_DAY - 1] ?? 0,
    to: places[FALL_DAY] ?? 0,
  };
}

async function check(app: TestApp, projectId: string, keywords: readonly string[]): Promise<void> {
  const body = {
    keywords: keywords.map((keyword) => ({
      project_id: projectId,
      keyword_text: keyword,
      location_code: 2840,
      language_code: 'en',
      device: 'desktop',
    })),
    force: true,
  };
  const { body: answer } = await app.api.post('/api/rankings/track', body);
  await waitForPending(app, answer.results);
}
