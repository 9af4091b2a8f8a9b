import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { startTestApp } from './app.ts';
import { makeRecordingLogger } from './openapi-walk-world.ts';
import { getTruth, makeProject, track, trueRank } from './rankings-api.ts';

export const ALL_SECTIONS = ['overview', 'keywords', 'chart', 'heatmap', 'features', 'pages', 'competitors', 'search_console', 'answers'];
/** Those that a filter by device or engine narrows. */
export const SECTIONS_OF_ENGINES = ALL_SECTIONS.filter((section) => !['search_console', 'answers'].includes(section));

/** Two projects of two organizations with checked keywords, and how to share the first and read what is shared. */
export async function openShares(t: TestContext) {
  const { logger, lines } = makeRecordingLogger('trace');
  const app = await startTestApp(t, { logger });
  const { api, sandbox } = app;
  const world = (await sandbox.get('/_sandbox/world')).body;
  const keywords: string[] = world.keywords
    .filter((keyword: { location_code: number; language_code: string }) => keyword.location_code === 2840 && keyword.language_code === 'en')
    .slice(0, 5)
    .map((keyword: { keyword: string }) => keyword.keyword);
  const ours = await makeProject(api, ['invoicenest.com', 'ledgerwise.app'], 'org_ours');
  const theirs = await makeProject(api, ['ledgerwise.app'], 'org_theirs');
  await track(app, ours, keywords.slice(0, 3));
  await track(app, theirs, keywords.slice(3));
  const positions = new Map(
    await Promise.all(
      keywords.slice(0, 3).map(async (keyword) => [keyword, trueRank(await getTruth(app, keyword), 'invoicenest.com')] as const),
    ),
  );
  const { body: grid } = await api.get(`/api/rankings/grid?project_id=${ours}`);
  const { anonymous } = app;
  const share = { project_id: ours, name: 'For the client', sections: ALL_SECTIONS };
  const make = async (more: object = {}): Promise<{ id: string; token: string }> => {
    const { status, body } = await api.post('/api/shares', { ...share, ...more });
    assert.equal(status, 201, JSON.stringify(body));
    return { id: body.share.id, token: body.token };
  };
  const read = async (token: string, query: string, headers: Readonly<Record<string, string>> = {}) =>
    await anonymous.get(`/api/public/shares/${token}/data?${query}`, headers);
  return { app, lines, ours, theirs, keywords, positions, today: grid.to as string, share, make, read };
}

export function summarize({ status, body }: { readonly status: number; readonly body: any }): string {
  return `${status} ${body.error ?? ''}`;
}

/** What a browser sends back of what was set. */
export function toCookie(headers: Headers): string {
  return (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}
