import type { TestContext } from 'node:test';
import { DAY_MS } from '#kernel/durations.ts';
import { trackApps } from '../../../src/cli/demo/apps.ts';
import { makeDemoClient } from '../../../src/cli/demo/client.ts';
import { classifyList } from '../../../src/cli/demo/classification.ts';
import { waitForOnboarding } from '../../../src/cli/demo/domains.ts';
import { runDemoResearch } from '../../../src/cli/demo/research.ts';
import {
  addAssets,
  checkDay,
  chooseStory,
  createDemoProject,
  listDemoDays,
  setDay,
  trackDemoKeywords,
} from '../../../src/cli/demo/story.ts';
import { startTestApp, TEST_ADMIN_KEY, type TestApp } from '../../support/app.ts';
import { runRound } from '../../support/answers-world.ts';
import { makeWalkedAlert } from '../../support/walked-alert.ts';
import { makeWalkedAnswer } from '../../support/walked-answer.ts';
import { makeWalkedExport } from '../../support/walked-export.ts';
import { makeWalkedImport } from '../../support/walked-import.ts';
import { makeWebhook, say, toNotice } from '../../support/channel-world.ts';
import { ensureConsole } from '../../../src/console/index.ts';

const KEYWORDS = 8;
const DAYS = 4;
const noWord = (): void => undefined;

/** Names of one long word, as German firms have them: no screen may become wider by them. */
export const LONG_NAME = 'Großkundenprojekt Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft mbH';
const TAG_LETTERS = 40;
const LONG_KEYWORD = 'donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikantenverband';

/** A service with a project full of data and an empty one. */
export interface ConsoleWorld {
  readonly service: TestApp;
  readonly url: string;
  readonly key: string;
  readonly emptyProjectId: string;
  /** Values of the parameters in paths of screens, by their names. */
  readonly params: Readonly<Record<string, string>>;
}

/** The demo's story, smaller: websites, links, some days of positions with a failed check among them, apps, research. */
export async function makeConsoleWorld(t: TestContext, { aheadDays = 0 }: { readonly aheadDays?: number } = {}): Promise<ConsoleWorld> {
  await ensureConsole();
  const service = await startTestApp(t);
  // From the real date, which browsers go by, and not from the tests' day.
  if (aheadDays > 0) await service.sandbox.post('/_sandbox/clock', { now: new Date(Date.now() + aheadDays * DAY_MS).toISOString() });
  const sandboxUrl = service.app.context.config.sandbox ?? '';
  const story = await chooseStory(makeDemoClient(service.url, TEST_ADMIN_KEY), makeDemoClient(sandboxUrl), KEYWORDS);
  await createDemoProject(story);
  await addAssets(story);
  await waitForOnboarding(story, noWord);
  await trackDemoKeywords(story);
  for (const [at, day] of (await listDemoDays(story, { days: DAYS, today: service.app.context.clock.now() })).entries()) {
    await setDay(story, day);
    await checkDay(story, noWord);
    // Answers are planned from the first day on.
    if (at === 0) await planAnswers(service, story);
  }
  await runRound(service);
  await failOneCheck(service, story);
  await giveLongNames(service, story);
  await trackApps(story, noWord);
  await runDemoResearch(story, noWord);
  await classifyList(story, noWord);
  await tellPeople(service, story);
  const { import_id: importId = '' } = await makeWalkedImport(service.api, { projectId: story.projectId, organization: 'org_demo' });
  const { export_id: exportId = '' } = await makeWalkedExport(service.api, story.projectId);
  const empty = await story.api.post<{ project_id: string }>('/api/projects', { name: 'Nothing yet', organization_id: 'org_demo' });
  return {
    service,
    url: service.url,
    key: TEST_ADMIN_KEY,
    emptyProjectId: empty.project_id,
    params: { ...(await findParams(service, story)), importId, exportId },
  };
}

type Story = Awaited<ReturnType<typeof chooseStory>>;

/** Brands, a prompt that is asked by plan, and one answer beside it. */
async function planAnswers({ api }: TestApp, { projectId }: Story): Promise<void> {
  await makeWalkedAnswer(api, projectId);
  const plan = { project_id: projectId, surfaces: ['chat_gpt', 'gemini'], samples_per_week: 20 };
  const { status, body } = await api.put('/api/answers/plan', plan);
  if (status >= 400) throw new Error(`No plan: ${status} ${JSON.stringify(body)}`);
}

/** To the project, and to one of each thing in it that people name. */
async function giveLongNames({ api }: TestApp, { projectId }: Story): Promise<void> {
  const place = { project_id: projectId, location_code: 2840, language_code: 'en', device: 'desktop', check_interval: 'manual' };
  const answers = [
    await api.put(`/api/projects/${projectId}`, { name: LONG_NAME }),
    await api.post('/api/tags', { project_id: projectId, name: LONG_KEYWORD.slice(0, TAG_LETTERS) }),
    await api.post('/api/assets', { project_id: projectId, asset_type: 'local_business', cid: '1234567890', name: LONG_NAME }),
    await api.post('/api/admin/api-keys', { name: LONG_NAME, scopes: ['read'] }),
    await api.post('/api/rankings/track', { keywords: [{ ...place, keyword_text: LONG_KEYWORD }], force: true }),
  ];
  for (const { status, body } of answers) if (status >= 400) throw new Error(`No long name: ${status} ${JSON.stringify(body)}`);
}

/** One keyword whose newest check failed: its last good value stays beside it. */
async function failOneCheck({ api, sandbox }: TestApp, { projectId, keywords }: Story): Promise<void> {
  await sandbox.post('/_sandbox/faults', { match: 'serp', kind: 'provider_50000' });
  const check = { project_id: projectId, keyword_text: keywords[0], location_code: 2840, language_code: 'en', device: 'desktop' };
  await api.post('/api/rankings/track', { keywords: [{ ...check, check_interval: 'manual' }], force: true });
  await sandbox.post('/_sandbox/faults', {});
}

/** Channels, one of a failed message, a digest that is on, and what the inbox has. */
async function tellPeople(service: TestApp, { projectId }: Story): Promise<void> {
  const { api, app } = service;
  const organizationId = (await api.get(`/api/projects/${projectId}`)).body.project.organization_id as string;
  const { id } = await makeWebhook(service, { project_id: projectId, name: LONG_NAME });
  const quiet = { from: '22:00', to: '08:00', days: [1, 2, 3, 4, 5], critical_passes: true };
  await api.post('/api/channels', { kind: 'feed', name: 'Reader', organization_id: organizationId, quiet });
  for (const severity of ['info', 'warning', 'critical'] as const)
    await say({ app }, toNotice(`walk-${severity}`, { organizationId, projectId, severity }), [id]);
  const scope = { kind: 'project', project_ids: [projectId] };
  const made = await api.post('/api/digests', { name: LONG_NAME, scope, every: 'week', recipients: { addresses: ['reader@example.com'] } });
  if (made.status >= 400) throw new Error(`No digest: ${made.status} ${JSON.stringify(made.body)}`);
}

async function findParams({ api, stores }: TestApp, { projectId, website, researchId, listId }: Story): Promise<Record<string, string>> {
  const [keywords, rankings, workflows, apps, jobs, digests, prompts] = await Promise.all([
    api.get(`/api/project-keywords?project_id=${projectId}&limit=1`),
    api.get(`/api/rankings?project_id=${projectId}&status=ranked&limit=1`),
    api.get('/api/admin/workflows/history?limit=1'),
    api.get(`/api/apps/tracked?project_id=${projectId}`),
    api.get('/api/jobs'),
    api.get(`/api/digests?project_id=${projectId}`),
    api.get(`/api/answers/prompts?project_id=${projectId}`),
  ]);
  const [workflow] = workflows.body.workflows;
  const [app] = apps.body.apps;
  return {
    projectId,
    keywordId: keywords.body.keywords[0].keyword_id,
    runId: rankings.body.rankings[0].run_id,
    domain: website,
    researchId,
    listId,
    type: workflow.type,
    workflowId: workflow.id ?? workflow.workflow_id,
    platform: app.platform,
    appId: app.app_id,
    categoryId: app.platform === 'store_a' ? '36' : 'APPLICATION',
    jobId: jobs.body.jobs[0].id,
    digestId: digests.body.digests[0].id,
    promptId: prompts.body.prompts[0].id,
    ruleId: 'new',
    alertId: await findAlert({ api, stores }, projectId, keywords.body.keywords[0].keyword_id),
  };
}

/** An alert of the project; its story may have none. */
async function findAlert({ api, stores }: Pick<TestApp, 'api' | 'stores'>, projectId: string, keywordId: string): Promise<string> {
  const { alerts } = (await api.get(`/api/alerts?project_id=${projectId}&limit=1`)).body;
  if (alerts.length > 0) return alerts[0].id;
  const { alert_id: made = '' } = await makeWalkedAlert(stores.postgres, { projectId, keywordId, organization: 'org_demo' });
  return made;
}
