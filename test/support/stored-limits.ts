import { makeApiClient, type Answer } from './api-client.ts';
import type { TestApp } from './app.ts';

/** Rows that a key can add. */
export interface Limit {
  readonly table: string;
  /** How many there may be of a project, or of the service. */
  readonly max: number;
  /** One more, by a number of its own. */
  readonly add: (number: number) => Promise<Answer>;
  /**
   * Brings so many more rows; or what a copy of a row has that is its own, as arguments of `jsonb_build_object`: the row is `one`, its
   * number `n`.
   */
  readonly fill: string | ((rows: number) => Promise<Answer>);
  readonly isOfService?: boolean;
  /** What one more than there may be is answered with; 409 unless given. */
  readonly refusal?: number;
  /** Frees the place of one; left out: what ended counts too, or goes by itself. */
  readonly free?: (made: Answer) => Promise<Answer>;
}

const ID = `'id', one.id || n`;
const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString();
const NAMED = `${ID}, 'name', one.name || n`;

/** Every table that a key can add rows to for nothing. */
export async function makeLimits({ api, sandbox, url }: TestApp, projectId: string, keywordsMax: number): Promise<Limit[]> {
  const { body: issued } = await api.post('/api/admin/tokens', { sub: 'user_full', org: 'org_full', project_ids: [projectId] });
  const web = makeApiClient(url, issued.token);
  const tracked = (await sandbox.get('/_sandbox/world')).body.apps[0] as { platform: string; app_id: string };
  const ofApp = { project_id: projectId, platform: tracked.platform, app_id: tracked.app_id };
  await api.post('/api/apps/track', ofApp);
  const post =
    (path: string, toBody: (number: number) => object) =>
    (number: number): Promise<Answer> =>
      api.post(path, { project_id: projectId, ...toBody(number) });
  const track = (texts: readonly string[]): Promise<Answer> =>
    api.post('/api/keywords/track', {
      keywords: texts.map((text) => ({ project_id: projectId, keyword_text: text, check_interval: 'manual' })),
    });
  return [
    {
      table: 'saved_views',
      max: 200,
      add: post('/api/views', (n) => ({ screen: 'keywords', name: `view ${n}`, params: {} })),
      fill: NAMED,
      free: ({ body }) => api.delete(`/api/views/${body.view.id}`),
    },
    {
      table: 'public_shares',
      max: 100,
      add: post('/api/shares', (n) => ({ name: `share ${n}`, sections: ['keywords'] })),
      fill: `${NAMED}, 'token_hash', sha256((one.id || n)::bytea)`,
      free: ({ body }) => api.delete(`/api/shares/${body.share.id}`),
    },
    {
      table: 'channels',
      max: 50,
      add: post('/api/channels', (n) => ({ kind: 'feed', name: `feed ${n}` })),
      fill: `${NAMED}, 'token_hash', sha256((one.id || n)::bytea)`,
      free: ({ body }) => api.delete(`/api/channels/${body.channel.id}`),
    },
    {
      table: 'digests',
      max: 200,
      add: (n) => api.post('/api/digests', { name: `digest ${n}`, scope: { kind: 'project', project_ids: [projectId] }, every: 'day' }),
      fill: NAMED,
      isOfService: true,
      free: ({ body }) => api.delete(`/api/digests/${body.digest.id}`),
    },
    {
      table: 'exports',
      max: 100,
      add: (n) => api.post('/api/exports', { name: `export ${n}`, list: '/api/shares', query: { project_id: projectId } }),
      fill: NAMED,
      free: ({ body }) => api.delete(`/api/exports/${body.export.id}`),
    },
    {
      table: 'alert_rules',
      max: 200,
      refusal: 400,
      add: post('/api/alert-rules', (n) => ({ name: `rule ${n}`, when: { event: 'lost' } })),
      fill: NAMED,
      free: ({ body }) => api.delete(`/api/alert-rules/${body.rule.id}`),
    },
    {
      table: 'alert_mutes',
      max: 1_000,
      add: post('/api/mutes', (n) => ({ until: IN_A_MONTH, reason: `reason ${n}` })),
      fill: ID,
      free: ({ body }) => api.delete(`/api/mutes/${body.mute.id}`),
    },
    {
      table: 'imports',
      max: 1_000,
      add: post('/api/imports', (n) => ({ name: `file ${n}.csv`, bytes: 10 })),
      fill: ID,
      free: ({ body }) => api.delete(`/api/imports/${body.import.id}`),
    },
    {
      table: 'answer_prompts',
      max: 2_000,
      add: post('/api/answers/prompts', (n) => ({ prompts: [{ text: `prompt ${n}` }] })),
      fill: `${ID}, 'text_hash', one.id || n`,
      free: ({ body }) => api.delete(`/api/answers/prompts/${body.prompts[0].id}`),
    },
    {
      table: 'tags',
      max: 200,
      add: post('/api/tags', (n) => ({ name: `tag ${n}` })),
      fill: NAMED,
      free: ({ body }) => api.delete(`/api/tags/${body.tag.id}`),
    },
    {
      table: 'annotations',
      max: 5_000,
      add: post('/api/annotations', (n) => ({ scope: 'project', date: '2026-01-01', text: `text ${n}`, kind: 'other' })),
      fill: ID,
      free: ({ body }) => api.delete(`/api/annotations/${body.annotation.id}`),
    },
    {
      table: 'assets',
      max: 5_000,
      add: post('/api/assets', (n) => ({ type: 'website', value: `site${n}.example.com`, name: 'x', skip_onboarding: true })),
      fill: `${ID}, 'value', 'copy' || n || '.example.com'`,
      free: ({ body }) => api.delete(`/api/assets/${body.asset.id}`),
    },
    {
      table: 'tracked_keywords',
      max: keywordsMax,
      add: (n) => track([`keyword ${n}`]),
      fill: (rows) => track(Array.from({ length: rows }, (_, at) => `copy ${at}`)),
    },
    {
      table: 'project_keywords',
      max: keywordsMax,
      add: (n) => web.post('/keywords/bulk_save', { project_id: projectId, keywords: [`saved ${n}`], source: 'ui' }),
      fill: `'keyword_text', one.keyword_text || n`,
    },
    {
      table: 'tracked_app_keywords',
      max: 10_000,
      add: (n) => api.post('/api/apps/keywords/track', { ...ofApp, keywords: [`term ${n}`] }),
      fill: `'keyword', 'copy ' || n`,
    },
    {
      table: 'jobs',
      max: 1_000,
      add: (n) => api.post('/api/jobs', { name: `Job ${n}`, type: 'my_own_type' }),
      fill: NAMED,
      isOfService: true,
      free: ({ body }) => api.delete(`/api/jobs/${body.id}`),
    },
    {
      table: 'classification_lists',
      max: 5_000,
      add: post('/api/classify', (n) => ({ items: [`site${n}.example.com`], skip_fetch: true, skip_llm: true })),
      fill: ID,
    },
    {
      table: 'research_runs',
      max: 10_000,
      add: post('/run', (n) => ({ url: `https://nowhere${n}.example.com/`, async: true })),
      fill: ID,
    },
    {
      table: 'serp_tasks',
      max: 5_000,
      add: post('/api/serp/tasks/create', (n) => ({ keywords: [{ keyword: `order ${n}`, depth: 10 }] })),
      fill: ID,
    },
  ];
}
