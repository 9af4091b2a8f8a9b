import type { TestContext } from 'node:test';
import { ensureConsole } from '../../../src/console/index.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { sweep } from '../../support/dispatch-run.ts';
import { makeProject } from '../../support/rankings-api.ts';
import { listTracked } from '../../support/tracked-apps.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { waitUntil } from '../../support/wait-until.ts';

const SECTIONS = ['overview', 'keywords', 'chart', 'heatmap', 'features', 'pages', 'competitors'];
/** Each state has its own: a result page that one project has read answers for all. */
const KEYWORDS = {
  never: ['yoga mats', 'desk lamps'],
  refused: ['office chairs', 'standing desks'],
  failed: ['hiking boots', 'winter jackets'],
  partly: ['trail shoes', 'invoice generator'],
  young: ['invoice generator examples', 'running shoes'],
} as const;
const PARTLY_REFUSED = ['invoice template', 'rain coats'];
const OWN = 'invoicenest.com';
/** A site of the world that links to many, and one that nothing is fetched of. */
const SITES = { never: 'cabinopal.com', refused: 'villalane.com', failed: 'harbordigest.com', partly: OWN, young: OWN } as const;
/** A site whose research fails. */
const UNREACHED = 'example.org';
const SERP = '/serp/';
const NO_MONEY = { daily_usd: 0 };
const MONEY = { daily_usd: 50 };

/** How far the keywords of a project, and a domain, were looked at. */
export const STATES = ['never', 'refused', 'failed', 'partly', 'young'] as const;
export type State = (typeof STATES)[number];

export interface StateWorld {
  readonly params: Readonly<Record<string, string>>;
  /** A shared page of the project, with every section. */
  readonly sharePath: string;
  /** The website of the project. */
  readonly own: string;
}

export interface StatesWorld {
  readonly service: TestApp;
  readonly states: Readonly<Record<State, StateWorld>>;
}

/**
 * A project and a domain in each state: never looked at, refused by a budget, tried and failed, looked at in part, and looked at once.
 * They are made through the API, the faults of the sandbox and the budgets.
 */
export async function makeStatesWorld(t: TestContext): Promise<StatesWorld> {
  await ensureConsole();
  const service = await startTestApp(t);
  const { api } = service;
  const projects = {
    // Its second site stands in the list of domains, and nothing is fetched of it.
    never: await makeProject(api, [OWN, SITES.never], 'org_never'),
    refused: await makeProject(api, [OWN], 'org_refused'),
    failed: await makeProject(api, [OWN], 'org_failed'),
    partly: await makeProject(api, [OWN], 'org_partly'),
    young: await makeProject(api, [OWN], 'org_young'),
  };
  await trackAll(service, projects.never, KEYWORDS.never, 'manual');
  await trackAll(service, projects.young, KEYWORDS.young);
  await trackAll(service, projects.partly, KEYWORDS.partly);
  await onboard(service, SITES.partly);
  const apps = await listPaidApps(service);
  await trackApp(service, projects.young, apps[0]);
  await fail(service, ['app_list']);
  await trackApp(service, projects.partly, apps[1]);
  await service.sandbox.post('/_sandbox/faults', {});
  await api.put('/api/admin/config', { budgets: NO_MONEY });
  await trackApp(service, projects.refused, apps[2]);
  await trackAll(service, projects.partly, PARTLY_REFUSED);
  await trackAll(service, projects.refused, KEYWORDS.refused);
  await onboard(service, SITES.refused);
  await api.put('/api/admin/config', { budgets: MONEY });
  await fail(service, [SERP, 'backlinks', 'dataforseo_labs', SITES.failed, 'app_info', UNREACHED]);
  await trackApp(service, projects.failed, apps[3]);
  await api.post('/run', { url: `https://${UNREACHED}`, project_id: projects.failed });
  await trackAll(service, projects.failed, KEYWORDS.failed);
  await onboard(service, SITES.failed);
  await service.sandbox.post('/_sandbox/faults', {});
  const states = await Promise.all(STATES.map(async (state) => [state, await toState(service, projects[state], SITES[state])] as const));
  return { service, states: Object.fromEntries(states) as Record<State, StateWorld> };
}

async function fail({ sandbox }: TestApp, matches: readonly string[]): Promise<void> {
  for (const match of matches) await sandbox.post('/_sandbox/faults', { match, kind: 'http_403' });
}

/** Tracks keywords, and waits for what has become of their first checks. */
async function trackAll({ api, app }: TestApp, projectId: string, keywords: readonly string[], interval = 'daily'): Promise<void> {
  const rows = keywords.map((text) => ({ keyword_text: text, check_interval: interval }));
  const { body } = await api.post('/api/keywords/track', { project_id: projectId, keywords: rows });
  const { workflow_id: workflowId } = body.serp_tracking;
  // A check that fails makes its workflow fail; keywords that are checked by hand have none.
  if (workflowId !== null) await app.context.workflows.waitFor(workflowId, PATIENCE_MS).catch(() => undefined);
}

async function onboard({ api }: TestApp, domain: string): Promise<void> {
  await api.post('/api/admin/domains/onboard', { domain });
  // One that a budget refused stays pending, with the reason.
  const isOver = async (): Promise<boolean> => {
    const { onboard_status: status, onboard_error: error } = (await api.get(`/api/admin/domains/status?domain=${domain}`)).body;
    return ['completed', 'failed'].includes(status) || error !== null;
  };
  await waitUntil(isOver, `${domain} to be fetched, or not`);
}

/** Apps of the store whose readings are paid. */
async function listPaidApps({ sandbox }: TestApp): Promise<readonly string[]> {
  const { apps } = (await sandbox.get('/_sandbox/world')).body;
  return apps.flatMap((one: any) => (one.platform === 'store_b' ? [one.app_id] : []));
}

/** Tracks an app, and waits for what has become of its first reading. */
async function trackApp(service: TestApp, projectId: string, appId: string | undefined): Promise<void> {
  await service.api.post('/api/apps/track', { project_id: projectId, app_id: appId, platform: 'store_b' });
  const isOver = async (): Promise<boolean> => {
    await sweep(service);
    const [tracked] = await listTracked(service, projectId);
    return tracked.last_error !== null || tracked.last_run_at !== null;
  };
  await waitUntil(isOver, `${appId} to be read, or not`);
}

async function toState({ api }: TestApp, projectId: string, domain: string): Promise<StateWorld> {
  const [keywords, rankings, tracked, runs, workflows, jobs, share] = await Promise.all([
    api.get(`/api/project-keywords?project_id=${projectId}&limit=1`),
    api.get(`/api/rankings?project_id=${projectId}&limit=10`),
    api.get(`/api/apps/tracked?project_id=${projectId}`),
    api.get(`/run?project_id=${projectId}`),
    api.get('/api/admin/workflows/history?status=failed&limit=1'),
    api.get('/api/jobs'),
    api.post('/api/shares', { project_id: projectId, name: 'For the client', sections: SECTIONS }),
  ]);
  const runId: string | undefined = rankings.body.rankings.find((one: any) => one.run_id !== null)?.run_id;
  const [app] = tracked.body.apps;
  const [research] = runs.body.runs;
  const [workflow] = workflows.body.workflows;
  return {
    params: {
      projectId,
      keywordId: keywords.body.keywords[0].keyword_id,
      domain,
      type: workflow.type,
      workflowId: workflow.id,
      jobId: jobs.body.jobs[0].id,
      ...(runId !== undefined && { runId }),
      // A chart of its store that was never read.
      ...(app !== undefined && { platform: app.platform, appId: app.app_id, categoryId: 'APPLICATION' }),
      ...(research !== undefined && { researchId: research.run_id ?? research.id }),
    },
    sharePath: share.body.path,
    own: OWN,
  };
}
