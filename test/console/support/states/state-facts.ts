import type { TestApp } from '../../../support/app.ts';
import type { StateWorld } from './states-world.ts';

const OF_PROJECT = {
  overview: '/api/projects/{project}/overview',
  pages: '/api/rankings/pages?project_id={project}',
  features: '/api/rankings/features?project_id={project}',
  failures: '/api/rankings/failures?project_id={project}',
  rankings: '/api/rankings?project_id={project}&limit=200',
  data: '/api/projects/{project}/keyword-data',
  budget: '/api/projects/{project}/budget',
  voice: '/api/projects/{project}/search-console/share-of-voice',
  costs: '/api/projects/{project}/costs',
  apps: '/api/apps/tracked?project_id={project}',
  tags: '/api/tags?project_id={project}',
  assets: '/api/assets?project_id={project}',
  runs: '/run?project_id={project}',
  notes: '/api/annotations?project_id={project}',
  digests: '/api/digests?project_id={project}',
  imports: '/api/imports?project_id={project}',
  exports: '/api/exports?project_id={project}',
  channels: '/api/channels?project_id={project}',
  rules: '/api/alert-rules?project_id={project}',
  presets: '/api/alert-rules/presets',
  alerts: '/api/alerts?project_id={project}',
  brands: '/api/answers/brands?project_id={project}',
  prompts: '/api/answers/prompts?project_id={project}',
  unsure: '/api/answers/unsure?project_id={project}',
  surfaces: '/api/answers/surfaces',
} as const;
const OF_DOMAIN = {
  summary: '/api/domains/{domain}/summary',
  changes: '/api/domains/{domain}/backlinks/changes',
  markets: '/api/domains/{domain}/keywords',
  anchors: '/api/domains/{domain}/anchors',
  ownPages: '/api/domains/{domain}/pages',
} as const;
/** An app, a chart, a research run and a list; those of an app that is not known are not found. */
const OF_APP = {
  app: '/api/apps/{appId}?platform={platform}',
  appRankings: '/api/apps/{appId}/rankings?platform={platform}&granularity=day&limit=500',
  terms: '/api/apps/keywords?project_id={project}&platform={platform}&app_id={appId}',
  rivals: '/api/apps/{appId}/competitors?project_id={project}&platform={platform}',
  reviews: '/api/apps/{appId}/reviews?platform={platform}',
  chart: '/api/top-apps?platform={platform}&category_id={categoryId}&chart=topselling_free&limit=500',
  categories: '/api/app-store/categories?platform={platform}&active_only=true&limit=1000',
  crawls: '/api/admin/crawl-runs?limit=20',
} as const;
const OF_WORK = {
  research: '/run/{researchId}/status',
  groups: '/run/{researchId}/clusters?limit=1000',
  found: '/run/{researchId}/keywords?limit=1000',
  list: '/api/classify/{listId}',
  items: '/api/classify/{listId}/items',
} as const;
const OF_SERVICE = {
  projects: '/api/overview',
  domains: '/api/admin/domains',
  /** Of the project's own website. */
  ownMarkets: '/api/domains/{own}/keywords',
} as const;
const ANSWERS = { ...OF_PROJECT, ...OF_DOMAIN, ...OF_APP, ...OF_WORK, ...OF_SERVICE };

/** What the API answers of what is in a state, by the names of its answers; undefined: there is no such thing in it. */
export type Facts = Readonly<Record<keyof typeof ANSWERS, any>> & {
  readonly keywordId: string;
  readonly categoryId: string;
  readonly run: any;
  /** What each rule that is offered would have said. */
  readonly previews: readonly any[];
};

export async function readFacts({ api }: TestApp, { params, own }: StateWorld): Promise<Facts> {
  const { projectId = '', keywordId = '', categoryId = '', runId } = params;
  const values: Readonly<Record<string, string>> = { ...params, project: projectId, own };
  const get = async (path: string): Promise<any> => {
    if ([...path.matchAll(/\{(\w+)\}/gu)].some(([, name]) => !((name ?? '') in values))) return undefined;
    const { status, body } = await api.get(path.replaceAll(/\{(\w+)\}/gu, (_all, name: string) => values[name] ?? ''));
    if (status === 404 && body.error === 'App not found') return undefined;
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const answers = await Promise.all(Object.entries(ANSWERS).map(async ([name, path]) => [name, await get(path)] as const));
  const run = runId === undefined ? undefined : await get(`/api/projects/{project}/runs/${runId}`);
  const facts = Object.fromEntries(answers) as Record<keyof typeof ANSWERS, any>;
  const preview = async ({ rule }: any): Promise<any> => (await api.post('/api/alert-rules/preview', { project_id: projectId, rule })).body;
  return { ...facts, keywordId, categoryId, run, previews: await Promise.all(facts.presets.presets.map(preview)) };
}

/** The days by which a keyword had a good check. */
export function listRead(days: readonly any[]): readonly any[] {
  return days.filter(({ keywords }) => keywords > 0);
}

/** The newest day that any keyword had a good check by. */
export function lastDay({ overview }: Facts): any {
  return listRead(overview.days).at(-1);
}

export function isUnread({ overview }: Facts): boolean {
  return listRead(overview.days).length === 0;
}

/** Whether a text is what others wrote, such as a review: it claims what it likes. */
export function isOfOthers(text: string | number | undefined, texts: readonly (string | null)[]): boolean {
  return texts.some((one) => one?.replaceAll(/\s+/gu, ' ').includes(String(text)));
}
