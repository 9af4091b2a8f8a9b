import assert from 'node:assert/strict';
import type { ApiClient } from './api-client.ts';
import type { TestApp } from './app.ts';
import { PATIENCE_MS } from './patience.ts';

export interface TruthItem {
  readonly type: string;
  readonly rank_group: number;
  readonly rank_absolute: number;
  readonly domain: string | null;
  readonly url: string | null;
}

export const PROVIDER = '/v3/serp/google/organic/live/advanced';

export async function getTruth({ sandbox }: TestApp, keyword: string, engine = 'engine_a'): Promise<TruthItem[]> {
  const query = new URLSearchParams({ keyword, location_code: '2840', language_code: 'en', device: 'desktop', engine });
  return (await sandbox.get(`/_sandbox/truth/serp?${query.toString()}`)).body.items;
}

/** The place of a site among the organic results, or the place of the same result on the page, as the world has it. */
export function trueRank(items: readonly TruthItem[], domain: string, scale: 'organic' | 'page' = 'organic'): number | null {
  const own = items.filter((item) => item.type === 'organic' && (item.domain === domain || item.domain?.endsWith(`.${domain}`) === true));
  return own.length === 0 ? null : Math.min(...own.map((item) => (scale === 'organic' ? item.rank_group : item.rank_absolute)));
}

export async function countCalls({ sandbox }: TestApp): Promise<number> {
  return (await sandbox.get('/_sandbox/calls')).body.by_endpoint[PROVIDER] ?? 0;
}

export async function makeProject(api: ApiClient, sites: readonly string[], organization = 'org_rankings'): Promise<string> {
  const { body } = await api.post('/api/projects', { name: 'Rankings', organization_id: organization });
  for (const [at, value] of sites.entries()) {
    const role = at === 0 ? 'primary' : 'competitor';
    const made = await api.post('/api/assets', {
      project_id: body.project_id,
      type: 'website',
      value,
      role,
      name: value,
      skip_onboarding: true,
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
  }
  return body.project_id;
}

export async function track(app: TestApp, projectId: string, keywords: readonly string[]): Promise<void> {
  const { body } = await app.api.post('/api/keywords/track', {
    project_id: projectId,
    keywords: keywords.map((keyword) => ({ keyword_text: keyword })),
  });
  await app.app.context.workflows.waitFor(body.serp_tracking.workflow_id, PATIENCE_MS);
}

/** Waits for what a request for several keywords left open, however often it is tried again. */
export async function waitForPending(
  { app }: TestApp,
  results: readonly { status: string | null; workflow_id: string | null }[],
): Promise<void> {
  for (let open = results.find(({ status }) => status === 'pending')?.workflow_id; open;) {
    const ended = await app.context.workflows.waitFor<{ pages: { workflow_id: string | null }[] }>(open, PATIENCE_MS);
    open = ended?.output.pages.find((page) => page.workflow_id !== null)?.workflow_id;
  }
}

export async function advanceDay({ sandbox, app }: TestApp): Promise<void> {
  const before = app.context.clock.now().getTime();
  await sandbox.post('/_sandbox/clock', { advance_days: 1 });
  while (app.context.clock.now().getTime() - before < 80_000_000) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A request for the list that must be refused, naming these fields. */
export function toList(query: string, names: readonly string[]) {
  return { because: query, method: 'get' as const, path: `/api/rankings?${query}`, names };
}

/** A check on demand that must be refused, naming these fields. */
export function toTrack(body: unknown, names: readonly string[]) {
  return { because: JSON.stringify(body), method: 'post' as const, path: '/api/rankings/track', body, names };
}
