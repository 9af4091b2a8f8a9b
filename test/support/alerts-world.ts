import assert from 'node:assert/strict';
import type { TestApp } from './app.ts';
import { readStory, type Story } from './dispatch-run.ts';
import { PATIENCE_MS } from './patience.ts';
import { endDispatch, startDispatch } from './queue-run.ts';
import { advanceDay, makeProject, trueRank, type TruthItem } from './rankings-api.ts';

export const TWO_DEVICES = ['desktop', 'mobile'] as const;

/** A project that is checked day by day. */
export interface AlertsWorld extends Story {
  readonly projectId: string;
  /** The days that were lived through, as the project has them. */
  readonly days: string[];
}

interface Tracked {
  readonly keywords: number;
  readonly devices?: readonly string[];
  readonly depth?: number;
  /** In place of the story's own site. */
  readonly site?: string;
}

/** Tracks a story on its devices; its first checks are those of the first day. */
export async function trackForAlerts(app: TestApp, { keywords, devices = TWO_DEVICES, depth = 100, site }: Tracked): Promise<AlertsWorld> {
  const told = await readStory(app, keywords);
  const story = { ...told, site: site ?? told.site, competitors: told.competitors.filter((one) => one !== site) };
  const projectId = await makeProject(app.api, [story.site, ...story.competitors.slice(0, 2)], 'org_alerts');
  for (const device of devices) {
    const { status, body } = await app.api.post('/api/keywords/track', {
      project_id: projectId,
      keywords: story.keywords.map((keyword) => ({ keyword_text: keyword, device, depth })),
    });
    assert.equal(status, 200, JSON.stringify(body));
    if (body.serp_tracking?.workflow_id) await app.app.context.workflows.waitFor(body.serp_tracking.workflow_id, PATIENCE_MS);
  }
  return { ...story, projectId, days: [readToday(app)] };
}

/** The next day, and all of its checks. */
export async function liveDay(app: TestApp, world: AlertsWorld): Promise<void> {
  await advanceDay(app);
  world.days.push(readToday(app));
  await endDispatch(app, await startDispatch(app));
}

/** Every outcome is in the analytics store. */
export async function settle({ app }: TestApp): Promise<void> {
  await app.context.outbox.flush();
}

function readToday({ app }: TestApp): string {
  return app.context.clock.now().toISOString().slice(0, 10);
}

/** The true results of each day, down to the hundredth. */
export async function readTruePages(app: TestApp, { days }: AlertsWorld, keyword: string, device: string): Promise<TruthItem[][]> {
  return await Promise.all(
    days.map(async (date) => {
      const query = new URLSearchParams({ keyword, location_code: '2840', language_code: 'en', device, engine: 'engine_a', date });
      return (await app.sandbox.get(`/_sandbox/truth/serp?${query.toString()}`)).body.items as TruthItem[];
    }),
  );
}

/** The true place of the story's site on each day; null: not among the first hundred. */
export async function readTruth(app: TestApp, world: AlertsWorld, keyword: string, device: string): Promise<(number | null)[]> {
  return (await readTruePages(app, world, keyword, device)).map((items) => trueRank(items, world.site));
}

/** What a preview says, with defaults that leave nothing out. */
export async function preview(app: TestApp, projectId: string, when: object, more: object = {}) {
  const { status, body } = await app.api.post('/api/alert-rules/preview', {
    project_id: projectId,
    rule: { when, confirm: 'none', volatility: false, cool_down_hours: 0, group_by: 'none', ...more },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
