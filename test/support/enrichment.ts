import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { EnrichmentSummary } from '#areas/keywords/metrics/keyword-enrichment.workflow.ts';
import { newId } from '#kernel/ids.ts';
import { startTestApp, type TestApp } from './app.ts';
import { PATIENCE_MS } from './patience.ts';

export const OVERVIEW = '/v3/dataforseo_labs/google/keyword_overview/live';
export const ADS_VOLUME = '/v3/keywords_data/google_ads/search_volume/live';
/** A keyword that the sandbox's world has no figures for. */
export const UNKNOWN = 'qwrtzpsdfg';

/** A keyword as `GET /api/project-keywords` shows it. */
export interface Listed {
  readonly keyword_id: string;
  readonly keyword_text: string;
  readonly device: string;
  readonly location_code: number;
  readonly search_volume: number | null;
  readonly cpc: number | null;
  readonly competition: number | null;
  readonly keyword_difficulty: number | null;
  readonly enrichment: { readonly status: string; readonly next_at: string | null; readonly error: string | null };
}

export interface EnrichmentWorld extends TestApp {
  track(projectId: string, keywords: readonly (string | object)[]): Promise<void>;
  makeProject(name: string): Promise<string>;
  list(projectId: string): Promise<Listed[]>;
  enrich(): Promise<EnrichmentSummary>;
  /** Calls of an operation, and what was asked in each. */
  calls(path?: string): Promise<string[][]>;
}

/**
 * The whole service with enrichment on.
 * @param options `isByHand`: tracking starts no run; tests that break things decide when one begins
 */
export async function openEnrichment(t: TestContext, { isByHand = false } = {}): Promise<EnrichmentWorld> {
  const app = await startTestApp(t, { environment: { KEYWORD_ENRICHMENT: 'on' } });
  return {
    ...app,
    makeProject: async (name) => (await app.api.post('/api/projects', { name, organization_id: 'org_figures' })).body.project_id,
    track: async (projectId, keywords) => {
      const entries = keywords.map((keyword) => (typeof keyword === 'string' ? { keyword } : keyword));
      // Checks are another test's matter: nothing is checked by itself.
      const body = { project_id: projectId, check_interval: 'manual', keywords: entries };
      Object.assign(app.app.context.config, { isKeywordEnrichmentOn: !isByHand });
      const { status, body: answer } = await app.api.post('/api/keywords/track', body);
      Object.assign(app.app.context.config, { isKeywordEnrichmentOn: true });
      assert.equal(status, 200, JSON.stringify(answer));
    },
    list: async (projectId) => (await app.api.get(`/api/project-keywords?project_id=${projectId}&limit=500`)).body.keywords,
    enrich: async () => {
      const { workflows } = app.app.context;
      const id = await workflows.start('keyword-enrichment', {}, { id: newId('wf_') });
      const ended = await workflows.waitFor<EnrichmentSummary>(id, PATIENCE_MS);
      assert.ok(ended, 'the run has ended');
      return ended.output;
    },
    calls: async (path = OVERVIEW) => {
      const { body } = await app.sandbox.get('/_sandbox/calls');
      const entries = body.entries as { path: string; body: string }[];
      return entries.filter((entry) => entry.path === path).map((entry) => JSON.parse(entry.body)[0].keywords as string[]);
    },
  };
}

/** What the service shows is what the sandbox knows. */
export async function assertTrue(world: EnrichmentWorld, keyword: Listed): Promise<void> {
  const query = new URLSearchParams({ keyword: keyword.keyword_text, location_code: String(keyword.location_code) });
  const { body: truth } = await world.sandbox.get(`/_sandbox/truth/keyword?${query.toString()}`);
  assert.deepEqual(
    [keyword.search_volume, keyword.cpc, keyword.competition, keyword.keyword_difficulty],
    [truth.search_volume, truth.cpc, truth.competition, truth.keyword_difficulty],
    keyword.keyword_text,
  );
}
