import type { TestContext } from 'node:test';
import { ensureConsole } from '../../../../src/console/index.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { makeProject } from '../../../support/rankings-api.ts';
import { PATIENCE_MS } from '../../../support/patience.ts';
import { waitUntil } from '../../../support/wait-until.ts';
import { CATEGORIES, crawl, listPaidApps, readMore, toAppParams, trackApp } from './states-apps.ts';
import { beginList, beginResearch, classify, harvest } from './states-runs.ts';

const SECTIONS = ['overview', 'keywords', 'chart', 'heatmap', 'features', 'pages', 'competitors'];
/** Each state has its own: a result page that one project has read answers for all. */
const KEYWORDS = {
  never: ['yoga mats', 'desk lamps'],
  refused: ['office chairs', 'standing desks'],
  failed: ['hiking boots', 'winter jackets'],
  partly: ['trail shoes', 'invoice generator'],
  young: ['billing app examples', 'running shoes'],
  once: ['invoice generator pricing', 'camping stoves'],
} as const;
const PARTLY_REFUSED = ['invoice template', 'rain coats'];
const OWN = 'invoicenest.com';
/** A site of the world that links to many, and one that nothing is fetched of. */
const SITES = {
  never: 'cabinopal.com',
  refused: 'villalane.com',
  failed: 'harbordigest.com',
  partly: OWN,
  young: OWN,
  once: 'zephyrhouse.com',
} as const;
/** A site whose research fails. */
const UNREACHED = 'example.org';
/** Sites that the free stages are not sure of, one for each list: what was judged once is known. */
const UNSURE = { never: 'qzvxgrove.com', refused: 'qzvxlane.com', failed: 'qzvxford.com', partly: 'qzvxmere.com' } as const;
/** A search of the store that has no app, and one that may have. */
const TERMS = ['qqxyzzy', 'invoice'];
const SERP = '/serp/';
const NO_MONEY = { daily_usd: 0, llm_daily_usd: 0 };
const MONEY = { daily_usd: 50, llm_daily_usd: 50 };
/** Since the one check of `once`. */
const DAYS_SINCE = 3;

/** How far the keywords of a project, a domain, an app, a chart, a website and a list were looked at. */
export const STATES = ['never', 'refused', 'failed', 'partly', 'young', 'once'] as const;
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

type OfStates = Readonly<Record<State, string>>;
/** Research runs and lists, by their ids. */
type Made = Partial<Record<State, { researchId?: string; listId?: string }>>;

/**
 * Each state, made through the API, the faults of the sandbox and the budgets: never looked at, refused by a budget, tried and failed,
 * looked at in part, looked at once, and looked at once days ago.
 */
export async function makeStatesWorld(t: TestContext): Promise<StatesWorld> {
  await ensureConsole();
  const service = await startTestApp(t);
  const { api, sandbox } = service;
  const projects = {
    // Its second site stands in the list of domains, and nothing is fetched of it.
    never: await makeProject(api, [OWN, SITES.never], 'org_never'),
    refused: await makeProject(api, [OWN], 'org_refused'),
    failed: await makeProject(api, [OWN], 'org_failed'),
    partly: await makeProject(api, [OWN], 'org_partly'),
    young: await makeProject(api, [OWN], 'org_young'),
    once: await makeProject(api, [OWN], 'org_once'),
  };
  const appIds = await listPaidApps(service);
  const apps = Object.fromEntries(STATES.map((state, at) => [state, appIds[at] ?? ''])) as OfStates;
  await lookOnce(service, projects, apps);
  await sandbox.post('/_sandbox/clock', { advance_days: DAYS_SINCE });
  const good = await lookWell(service, projects, apps);
  const partly = await lookInPart(service, projects, apps);
  await api.put('/api/admin/config', { budgets: NO_MONEY });
  const refused = await refuse(service, projects, apps);
  await api.put('/api/admin/config', { budgets: MONEY });
  const failed = await lookInVain(service, projects, apps);
  const made: Made = { ...good, ...partly, ...refused, ...failed };
  const toParams = (state: State) => ({ ...toAppParams(apps[state], CATEGORIES[state]), ...made[state] });
  const states = await Promise.all(
    STATES.map(
      async (state) =>
        [state, await toState(service, { projectId: projects[state], domain: SITES[state], more: toParams(state) })] as const,
    ),
  );
  return { service, states: Object.fromEntries(states) as Record<State, StateWorld> };
}

/** What is days old when the walk comes, and was not looked at since. */
async function lookOnce(service: TestApp, { once }: OfStates, apps: OfStates): Promise<void> {
  await trackAll(service, once, KEYWORDS.once, 'monthly');
  await onboard(service, SITES.once);
  await trackApp(service, { projectId: once, appId: apps.once });
  await crawl(service, CATEGORIES.once);
}

async function lookWell(service: TestApp, { never, young }: OfStates, apps: OfStates): Promise<Made> {
  await trackAll(service, never, KEYWORDS.never, 'manual');
  await trackAll(service, young, KEYWORDS.young);
  await trackApp(service, { projectId: young, appId: apps.young });
  await readMore(service, { projectId: young, appId: apps.young }, TERMS);
  await crawl(service, CATEGORIES.young);
  const researchId = await beginResearch(service, young, `https://${OWN}`);
  await harvest(service, researchId);
  return {
    // The website was read, and nothing of it is confirmed.
    never: {
      researchId: await beginResearch(service, never, `https://${OWN}`),
      listId: await endList(service),
    },
    young: { researchId, listId: await classify(service, 'Known', ['harvard.edu', 'buy running shoes']) },
  };
}

/** A list that was cancelled before anything of it was judged. */
async function endList(service: TestApp): Promise<string> {
  await service.sandbox.post('/_sandbox/faults', { match: UNSURE.never, kind: 'slow', delay_ms: 5_000 });
  const listId = await beginList(service, 'Cancelled', [UNSURE.never], { skip_fetch: false });
  await service.api.delete(`/api/classify/${listId}`);
  await clearFaults(service);
  return listId;
}

async function lookInPart(service: TestApp, { partly }: OfStates, apps: OfStates): Promise<Made> {
  await trackAll(service, partly, KEYWORDS.partly);
  await onboard(service, SITES.partly);
  await crawl(service, CATEGORIES.partly, 'topselling_paid');
  // A site of which no keyword is known.
  const researchId = await beginResearch(service, partly, `https://${SITES.never}`);
  await fail(service, ['app_list', 'app_reviews', 'ranked_keywords', 'chat/completions']);
  await trackApp(service, { projectId: partly, appId: apps.partly });
  await readMore(service, { projectId: partly, appId: apps.partly }, []);
  await harvest(service, researchId);
  await clearFaults(service);
  const listId = await classify(service, 'In part', ['harvard.edu', 'http://localhost/', 'harvard.edu', UNSURE.partly], { skip_llm: true });
  return { partly: { researchId, listId } };
}

async function refuse(service: TestApp, { partly, refused }: OfStates, apps: OfStates): Promise<Made> {
  await trackApp(service, { projectId: refused, appId: apps.refused });
  await readMore(service, { projectId: refused, appId: apps.refused }, []);
  await crawl(service, CATEGORIES.refused);
  await trackAll(service, partly, PARTLY_REFUSED);
  await trackAll(service, refused, KEYWORDS.refused);
  await onboard(service, SITES.refused);
  const researchId = await beginResearch(service, refused, `https://${SITES.refused}`);
  await harvest(service, researchId);
  return { refused: { researchId, listId: await classify(service, 'Refused', [UNSURE.refused]) } };
}

async function lookInVain(service: TestApp, { failed }: OfStates, apps: OfStates): Promise<Made> {
  await fail(service, [SERP, 'backlinks', 'dataforseo_labs', SITES.failed, 'app_info', 'app_list', 'chat/completions', UNREACHED]);
  await trackApp(service, { projectId: failed, appId: apps.failed });
  await crawl(service, CATEGORIES.failed);
  const researchId = await beginResearch(service, failed, `https://${UNREACHED}`);
  await trackAll(service, failed, KEYWORDS.failed);
  await onboard(service, SITES.failed);
  const listId = await classify(service, 'Failed', [UNSURE.failed]);
  await clearFaults(service);
  return { failed: { researchId, listId } };
}

async function clearFaults({ sandbox }: TestApp): Promise<void> {
  await sandbox.post('/_sandbox/faults', {});
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

interface OfState {
  readonly projectId: string;
  readonly domain: string;
  /** Of an app, a chart, a research run and a list. */
  readonly more: Readonly<Record<string, string>>;
}

async function toState({ api }: TestApp, { projectId, domain, more }: OfState): Promise<StateWorld> {
  const [keywords, rankings, workflows, jobs, share] = await Promise.all([
    api.get(`/api/project-keywords?project_id=${projectId}&limit=1`),
    api.get(`/api/rankings?project_id=${projectId}&limit=10`),
    api.get('/api/admin/workflows/history?status=failed&limit=1'),
    api.get('/api/jobs'),
    api.post('/api/shares', { project_id: projectId, name: 'For the client', sections: SECTIONS }),
  ]);
  const runId: string | undefined = rankings.body.rankings.find((one: any) => one.run_id !== null)?.run_id;
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
      ...more,
    },
    sharePath: share.body.path,
    own: OWN,
  };
}
