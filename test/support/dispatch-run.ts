import assert from 'node:assert/strict';
import { newId } from '#kernel/ids.ts';
import type { TestApp } from './app.ts';
import { getTruth, makeProject, track, trueRank } from './rankings-api.ts';
import { PATIENCE_MS } from './patience.ts';

export const TASK_POST = '/v3/serp/google/organic/task_post';

/** The output of a dispatch. */
export interface DispatchOutput {
  readonly due: number;
  readonly checked: number;
  readonly ranked: number;
  readonly not_found: number;
  readonly failed: number;
  readonly skipped: boolean;
  readonly skipped_checks: number;
  readonly reason: string | null;
  readonly cost_usd: number;
}

/** Dispatches what is due, and waits until every check of it has ended. */
export async function dispatch<Output = DispatchOutput>({ app }: TestApp, input: object = {}): Promise<Output> {
  const id = await app.context.workflows.start('subscription-dispatch', input, { id: newId('wf_') });
  const ended = await app.context.workflows.waitFor<Output>(id, PATIENCE_MS);
  assert.ok(ended, 'the dispatch has ended');
  return ended.output;
}

/** Collects what did not arrive, however young it is. */
export async function sweep({ app }: TestApp): Promise<Readonly<Record<string, number>>> {
  const id = await app.context.workflows.start('serp-sweep', { poll_after_ms: 0 }, { id: newId('wf_') });
  const ended = await app.context.workflows.waitFor<Record<string, number>>(id, PATIENCE_MS);
  assert.ok(ended, 'the sweep has ended');
  return ended.output;
}

export interface Story {
  readonly site: string;
  readonly competitors: readonly string[];
  readonly keywords: readonly string[];
}

/** A site of the world with keywords that it ranks for. */
export async function readStory({ sandbox }: TestApp, keywords: number): Promise<Story> {
  const { body } = await sandbox.get(`/_sandbox/world/story?keywords=${keywords}`);
  return {
    site: body.site.domain,
    competitors: body.site.competitors,
    keywords: body.keywords.map((one: { keyword: string }) => one.keyword),
  };
}

/** A project that tracks keywords of a story and has had its first checks. */
export async function trackStory(app: TestApp, keywords: number): Promise<Story & { readonly projectId: string }> {
  const story = await readStory(app, keywords);
  const projectId = await makeProject(app.api, [story.site]);
  await track(app, projectId, story.keywords);
  return { ...story, projectId };
}

/** Every position that the service shows is the world's, of today. */
export async function assertTrue(
  app: TestApp,
  { projectId, site, keywords }: Pick<Story, 'site' | 'keywords'> & { projectId: string },
): Promise<void> {
  const { body } = await app.api.get(`/api/rankings?project_id=${projectId}&limit=200`);
  const rows = new Map(body.rankings.map((row: { keyword: string }) => [row.keyword, row]));
  const today = app.app.context.clock.now().toISOString().slice(0, 10);
  for (const keyword of keywords) {
    const row = rows.get(keyword) as { status: string; position: number | null; check_date: string } | undefined;
    const rank = trueRank(await getTruth(app, keyword), site);
    assert.deepEqual(
      [row?.status, row?.position, row?.check_date],
      [rank === null ? 'not_found' : 'ranked', rank, today],
      `the position of "${keyword}"`,
    );
  }
}
