import type { TestApp } from '../../support/app.ts';
import type { StateWorld } from './states-world.ts';

const OF_PROJECT = {
  overview: '/api/projects/{project}/overview',
  pages: '/api/rankings/pages?project_id={project}',
  features: '/api/rankings/features?project_id={project}',
  failures: '/api/rankings/failures?project_id={project}',
  rankings: '/api/rankings?project_id={project}&limit=200',
  data: '/api/projects/{project}/keyword-data',
  budget: '/api/projects/{project}/budget',
  costs: '/api/projects/{project}/costs',
  apps: '/api/apps/tracked?project_id={project}',
  tags: '/api/tags?project_id={project}',
  assets: '/api/assets?project_id={project}',
  runs: '/run?project_id={project}',
  notes: '/api/annotations?project_id={project}',
} as const;
const OF_DOMAIN = {
  summary: '/api/domains/{domain}/summary',
  changes: '/api/domains/{domain}/backlinks/changes',
  markets: '/api/domains/{domain}/keywords',
  anchors: '/api/domains/{domain}/anchors',
  ownPages: '/api/domains/{domain}/pages',
} as const;
const OF_SERVICE = {
  projects: '/api/overview',
  domains: '/api/admin/domains',
  /** Of the project's own website. */
  ownMarkets: '/api/domains/{own}/keywords',
} as const;
const ANSWERS = { ...OF_PROJECT, ...OF_DOMAIN, ...OF_SERVICE };

/** What the API answers of the project and the domain of a state, by the names of its answers. */
export type Facts = Readonly<Record<keyof typeof ANSWERS, any>> & { readonly keywordId: string; readonly run: any };

export async function readFacts({ api }: TestApp, { params, own }: StateWorld): Promise<Facts> {
  const { projectId = '', domain = '', keywordId = '', runId } = params;
  const get = async (path: string): Promise<any> => {
    const { status, body } = await api.get(path.replace('{project}', projectId).replace('{domain}', domain).replace('{own}', own));
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const answers = await Promise.all(Object.entries(ANSWERS).map(async ([name, path]) => [name, await get(path)] as const));
  const run = runId === undefined ? undefined : await get(`/api/rankings/runs/${runId}?project_id={project}`);
  return { ...(Object.fromEntries(answers) as Record<keyof typeof ANSWERS, any>), keywordId, run };
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
