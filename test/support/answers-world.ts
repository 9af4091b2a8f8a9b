import assert from 'node:assert/strict';
import { toDay } from '#kernel/clock.ts';
import { addWeeks, toFirstDay, toWeekKey } from '#kernel/weeks.ts';
import { PATIENCE_MS } from './patience.ts';
import type { TestApp } from './app.ts';
import { advanceDay, makeProject } from './rankings-api.ts';
import { waitUntil } from './wait-until.ts';

/** A round of planned asking, and all that it asks. */
export async function runRound({ app, api }: TestApp): Promise<void> {
  const id = await app.context.workflows.start('answer-round', {});
  await app.context.workflows.waitFor(id, PATIENCE_MS);
  await waitUntil(async () => (await api.get('/api/admin/workflows/running?limit=1')).body.workflows.length === 0, 'what was asked to end');
}

/** Moves the world to the noon of the next Monday: a round of each day is hours away from both ends of a week. */
export async function reachMonday({ app, sandbox }: TestApp): Promise<void> {
  const { clock } = app.context;
  const monday = toFirstDay(addWeeks(toWeekKey(toDay(clock.now())), 1));
  await sandbox.post('/_sandbox/clock', { now: `${monday}T12:00:00Z` });
  await waitUntil(async () => toDay(clock.now()) === monday, 'the Monday');
}

export interface WatchedAnswers {
  readonly projectId: string;
  readonly promptIds: readonly string[];
  /** The first day of the week that was asked. */
  readonly from: string;
}

export interface Watching {
  readonly prompts: readonly string[];
  readonly surfaces: readonly string[];
  readonly samplesPerWeek: number;
  readonly brands: readonly object[];
  readonly sites: readonly string[];
  readonly organization: string;
}

/** A project whose prompts were asked by its plan for a whole week. */
export async function watchWeek(
  app: TestApp,
  { prompts, surfaces, samplesPerWeek, brands, sites, organization }: Watching,
): Promise<WatchedAnswers> {
  const { api } = app;
  await reachMonday(app);
  const projectId = await makeProject(api, sites, organization);
  const written = await api.put('/api/answers/brands', { project_id: projectId, brands });
  assert.equal(written.status, 200, JSON.stringify(written.body));
  const made = await api.post('/api/answers/prompts', { project_id: projectId, prompts: prompts.map((text) => ({ text })) });
  const plan = { project_id: projectId, surfaces, samples_per_week: samplesPerWeek };
  assert.equal((await api.put('/api/answers/plan', plan)).status, 200);
  const from = toDay(app.app.context.clock.now());
  for (let day = 0; day < 7; day += 1) {
    await runRound(app);
    await advanceDay(app);
  }
  await runRound(app);
  return { projectId, promptIds: made.body.prompts.map(({ id }: { id: string }) => id), from };
}

/** An answer as the sandbox wrote it. */
export interface TrueAnswer {
  readonly sampleId: string;
  readonly promptId: string;
  readonly surface: string;
  readonly prompt: string;
  /** Registrable domains of the brands that it mentions, and of the pages that it cites, each once. */
  readonly named: readonly string[];
  readonly cited: readonly string[];
  readonly searched: readonly string[];
}

/** The planned answers of a project, by the word of the sandbox. */
export async function listTrueAnswers({ stores, sandbox }: TestApp, projectId: string): Promise<TrueAnswer[]> {
  const { rows } = await stores.postgres.query<{ sampleId: string; promptId: string; surface: string; taskId: string }>(
    `select s.id as sample_id, s.prompt_id, s.surface, q.task_id from answer_samples s join queued_checks q on q.id = s.task_id
     where s.project_id = $1 and s.status = 'answered' and s.is_planned order by s.id`,
    [projectId],
  );
  const answers: TrueAnswer[] = [];
  for (const { taskId, ...sample } of rows) {
    const { body } = await sandbox.get(`/_sandbox/truth/answer?task_id=${taskId}`);
    const domains = (list: readonly { domain: string }[]): string[] => [...new Set(list.map(({ domain }) => domain))];
    answers.push({
      ...sample,
      prompt: body.prompt,
      named: domains(body.brands),
      cited: domains(body.cited ?? []),
      searched: body.fan_out_queries,
    });
  }
  return answers;
}

/** A project that watches a brand and a rival, with prompts and no plan. */
export async function makeWatcher(
  { api }: TestApp,
  organization: string,
  prompts: readonly string[],
): Promise<Pick<WatchedAnswers, 'projectId' | 'promptIds'>> {
  const projectId = await makeProject(api, ['invoicenest.com'], organization);
  const brands = [
    { name: 'Invoice Nest', aliases: ['Invoicenest'], domains: ['invoicenest.com'], role: 'own' },
    { name: 'Ledger Wise', aliases: ['Ledgerwise'], domains: ['ledgerwise.app'], role: 'competitor' },
  ];
  assert.equal((await api.put('/api/answers/brands', { project_id: projectId, brands })).status, 200);
  const { body } = await api.post('/api/answers/prompts', { project_id: projectId, prompts: prompts.map((text) => ({ text })) });
  const ids = new Map<string, string>(body.prompts.map(({ id, text }: { id: string; text: string }) => [text, id]));
  return { projectId, promptIds: prompts.map((text) => ids.get(text) ?? assert.fail(text)) };
}

/** The answers of models of a project, by the word of the sandbox, which names them by its own tasks. */
export async function listTrueModels({ api, sandbox }: TestApp, projectId: string): Promise<{ sampleId: string; truth: any }[]> {
  const { samples } = (await api.get(`/api/answers/samples?project_id=${projectId}&limit=200`)).body;
  const found: { sampleId: string; truth: any }[] = [];
  for (const { id, surface_kind: kind, answer_hash: hash } of samples) {
    if (kind !== 'asked' || hash === null) continue;
    const { tasks } = (await api.get(`/api/answers/samples/${id}/raw`)).body;
    found.push({ sampleId: id, truth: (await sandbox.get(`/_sandbox/truth/answer?task_id=${tasks[0].id}`)).body });
  }
  return found;
}
