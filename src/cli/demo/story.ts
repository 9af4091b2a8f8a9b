import { toDay } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import type { DemoClient } from './client.ts';
import { formatPlural } from '#kernel/text.ts';

const ORGANIZATION_ID = 'org_demo';
const PROJECT_NAME = 'Demo';
const LOCATION_CODE = 2840;
const LANGUAGE_CODE = 'en';
const CHECKS_PER_CALL = 20;
/** Tag of the first keywords, so that lists can be filtered by one. */
const TAG = { name: 'Money', color: 'green', share: 1 / 3 };

/** What the demo knows while it runs. */
export interface Story {
  readonly api: DemoClient;
  readonly sandbox: DemoClient;
  readonly website: string;
  readonly competitor: string;
  readonly keywords: readonly string[];
  projectId: string;
  checks: number;
  /** The research run for the website. */
  researchId: string;
  /** The list that was classified. */
  listId: string;
}

interface World {
  readonly site: { readonly domain: string; readonly competitors: readonly string[] };
  readonly keywords: readonly { readonly keyword: string }[];
}

/** Takes a website of the sandbox that has a competitor, and keywords that both compete for. */
export async function chooseStory(api: DemoClient, sandbox: DemoClient, keywords: number): Promise<Story> {
  const world = await sandbox.get<World>(`/_sandbox/world/story?keywords=${keywords}`);
  const competitor = world.site.competitors[0];
  if (competitor === undefined) throw new Error('The sandbox has no website with a competitor.');
  return {
    api,
    sandbox,
    website: world.site.domain,
    competitor,
    keywords: world.keywords.map((row) => row.keyword),
    projectId: '',
    checks: 0,
    researchId: '',
    listId: '',
  };
}

/** Creates the demo project, or takes the one of an earlier run. Returns a line for the screen. */
export async function createDemoProject(story: Story): Promise<string> {
  const existing = await story.api
    .get<{ projects: { id: string; name: string }[] }>(`/api/projects?organization_id=${ORGANIZATION_ID}`)
    .catch(() => ({ projects: [] as { id: string; name: string }[] }));
  const found = existing.projects.find((project) => project.name === PROJECT_NAME);
  if (found !== undefined) {
    story.projectId = found.id;
    return `Project ${found.id} from an earlier run`;
  }
  const created = await story.api.post<{ project_id: string }>('/api/projects', { name: PROJECT_NAME, organization_id: ORGANIZATION_ID });
  story.projectId = created.project_id;
  return `Project ${story.projectId}`;
}

export async function addAssets(story: Story): Promise<string> {
  await story.api.post('/api/assets', { project_id: story.projectId, type: 'website', value: story.website, name: story.website });
  await story.api.post('/api/assets', {
    project_id: story.projectId,
    type: 'website',
    value: story.competitor,
    name: story.competitor,
    role: 'competitor',
  });
  return `Website ${story.website} against ${story.competitor}`;
}

export async function trackDemoKeywords(story: Story): Promise<string> {
  const answer = await story.api.post<TrackAnswer>('/api/keywords/track', { keywords: listTracked(story) });
  await tagFirst(story, answer.keywords);
  return `Track ${formatPlural(story.keywords.length, 'keyword')} on two devices: ${answer.keywords_tracked} tracked`;
}

interface TrackAnswer {
  readonly keywords_tracked: number;
  readonly keywords: readonly { readonly keyword_id: string; readonly keyword: string }[];
}

/** Tags the first keywords. The tag of an earlier run stays as it is. */
async function tagFirst({ api, projectId, keywords }: Story, tracked: TrackAnswer['keywords']): Promise<void> {
  const { count } = await api.get<{ count: number }>(`/api/tags?project_id=${projectId}`);
  if (count > 0) return;
  const { tag } = await api.post<{ tag: { id: string } }>('/api/tags', { project_id: projectId, name: TAG.name, color: TAG.color });
  const first = new Set(keywords.slice(0, Math.ceil(keywords.length * TAG.share)));
  const ids = tracked.filter(({ keyword }) => first.has(keyword)).map(({ keyword_id: id }) => id);
  await api.post('/api/project-keywords/bulk', { project_id: projectId, keyword_ids: ids, add_tag_ids: [tag.id] });
}

/**
 * How often the tracked keywords are checked: by hand while the demo makes its days, so that nothing is checked twice, and
 * daily once it is over, so that each further day of the simulated world brings its positions.
 */
export async function setCheckInterval(story: Story, interval: 'manual' | 'daily'): Promise<void> {
  await story.api.post('/api/project-keywords/bulk', { project_id: story.projectId, filter: {}, check_interval: interval });
}

/**
 * The days to simulate, ending today on the first run; a later run goes on after the last day that
 * was checked.
 */
export async function listDemoDays(story: Story, { days, today }: { days: number; today: Date }): Promise<string[]> {
  const last = await findLastCheckedDay(story);
  const first = last === undefined ? today.getTime() - (days - 1) * DAY_MS : Date.parse(last) + DAY_MS;
  return Array.from({ length: days }, (_, at) => toDay(new Date(first + at * DAY_MS)));
}

async function findLastCheckedDay(story: Story): Promise<string | undefined> {
  const { rankings } = await story.api.get<{ rankings: { check_date: string | null }[] }>(
    `/api/rankings?project_id=${story.projectId}&limit=200`,
  );
  return rankings
    .map((row) => row.check_date)
    .filter((day) => day !== null)
    .toSorted()
    .at(-1);
}

export async function setDay(story: Story, day: string): Promise<void> {
  await story.sandbox.post('/_sandbox/clock', { now: `${day}T10:00:00.000Z` });
}

/** Checks every tracked keyword now. Calls are kept small so that progress is visible. */
export async function checkDay(story: Story, onProgress: (done: number, all: number) => void): Promise<{ checked: number }> {
  const tracked = listTracked(story);
  for (let at = 0; at < tracked.length; at += CHECKS_PER_CALL) {
    await story.api.post('/api/rankings/track', { keywords: tracked.slice(at, at + CHECKS_PER_CALL), force: true });
    onProgress(Math.min(at + CHECKS_PER_CALL, tracked.length), tracked.length);
  }
  return { checked: tracked.length };
}

function listTracked(story: Story) {
  return story.keywords.flatMap((keyword) =>
    (['desktop', 'mobile'] as const).map((device) => ({
      project_id: story.projectId,
      keyword_text: keyword,
      location_code: LOCATION_CODE,
      language_code: LANGUAGE_CODE,
      device,
      check_interval: 'manual',
    })),
  );
}
