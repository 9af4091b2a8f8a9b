import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { z } from 'zod';
import type { App } from '../../src/app.ts';
import type { ApiClient } from './api-client.ts';
import { setScene } from './crash-run.ts';
import { assertLedgerAgrees, assertPostedOnce, listPaidTags, listPosts, setFault } from './queue-run.ts';
import { killService, startService } from './service-process.ts';
import { withApp } from './tracking-run.ts';
import { waitUntil } from './wait-until.ts';

/** A service that is killed without warning while it asks assistants. */
export interface AnswersCrashRun {
  readonly prompts: number;
  /** Of each prompt and surface, in each of the three lives. */
  readonly samples: readonly [number, number, number];
  readonly deadlineMs: number;
}

/** The same where models are asked live. */
export interface ModelsCrashRun {
  readonly prompts: number;
  readonly samples: number;
  readonly kills: number;
  readonly deadlineMs: number;
}

const SURFACES = ['chat_gpt', 'gemini'];
const DOUBT_MS = 5_000;
const LOOK_MS = 200;
/** Answers take a while, so that a kill comes between what is asked and what is answered. */
const QUEUE_MS = 1_500;
/** Longer than the simulated provider takes. */
const ASK_AFTER_MS = 10_000;

/**
 * Asks in three lives of the service, and ends each by a kill: while the provider's answer to a post is on its way, when everything is
 * posted and nothing has come, and when answers are being stored. Then every sample has one answer of its own, was posted and paid once, is counted once in
 * ClickHouse, and the ledger is the provider's record.
 * @returns how many samples were asked, and what they cost
 */
export async function runAnswersCrashes(
  t: TestContext,
  run: AnswersCrashRun,
): Promise<{ readonly samples: number; readonly costUsd: number }> {
  const { world, place } = await setScene(t, DOUBT_MS);
  await setFault({ sandbox: world }, { match: 'task_post', kind: 'slow', delay_ms: 60_000, count: 1 });
  await world.post('/_sandbox/queue', { delay_ms: QUEUE_MS });
  let service = await startService(place, run.deadlineMs);
  t.after(() => service.kill('SIGKILL'));
  const asker = await makeAsker(place.api, run.prompts);
  const countEnded = async (): Promise<number> => {
    const count = async (more: string): Promise<number> =>
      (await place.api.get(`/api/answers/samples?project_id=${asker.projectId}&limit=1${more}`)).body.total;
    return (await count('')) - (await count('&status=pending'));
  };
  const isReached: readonly (() => Promise<boolean>)[] = [
    async () => (await listPosts(world)).length > 0,
    async () => (await listPaidTags(world)).length >= asker.asked(),
    async () => (await countEnded()) > 0,
  ];
  for (const [life, samples] of run.samples.entries()) {
    if (life > 0) service = await startService(place, run.deadlineMs);
    await asker.ask(samples);
    await waitUntil(isReached[life] ?? assert.fail, `the middle of life ${life + 1}`);
    await killService(service);
  }

  const samples = asker.asked();
  return await withApp(place, async (app) => {
    await finish(app, asker.projectId);
    await assertPostedOnce(world, samples);
    await assertOnce(app, asker.projectId, samples);
    return { samples, costUsd: await assertLedgerAgrees(app.context, world) };
  });
}

const MODELS = ['chat_gpt_api', 'perplexity_api'];
/** Longer than it takes to kill. */
const ANSWER_MS = 300;
/** As many as are under way at once. */
const AT_ONCE = 5;

/**
 * Asks models live, and kills the service again and again in the middle. Then no sample was asked twice, what was under way at a kill is failed and says so, every
 * other one has an answer of its own, and the ledger is the provider's record.
 */
export async function runModelsCrashes(t: TestContext, run: ModelsCrashRun): Promise<{ answered: number; lost: number; costUsd: number }> {
  const { world, place } = await setScene(t, DOUBT_MS);
  await setFault({ sandbox: world }, { match: 'llm_responses/live', kind: 'slow', delay_ms: ANSWER_MS, count: 10_000 });
  let service = await startService(place, run.deadlineMs);
  t.after(() => service.kill('SIGKILL'));
  const asker = await makeAsker(place.api, run.prompts, MODELS);
  await asker.ask(run.samples);
  const samples = asker.asked();
  for (let kill = 0; kill < run.kills; kill += 1) {
    const wanted = Math.floor(((kill + 1) * samples) / (run.kills + 2));
    await waitUntil(async () => (await listModelCalls(world)).length >= wanted, `call ${wanted} of ${samples}`);
    await killService(service);
    service = await startService(place, run.deadlineMs);
  }
  const isOver = async (): Promise<boolean> =>
    (await place.api.get(`/api/answers/samples?project_id=${asker.projectId}&status=pending&limit=1`)).body.total === 0;
  await waitUntil(isOver, 'all samples to end');
  await killService(service);
  return await withApp(place, async ({ context }) => {
    const { rows } = await context.postgres.query<{ answered: number; hashes: number; lost: number; others: number }>(
      `select count(*) filter (where answer_hash is not null)::integer as answered, count(distinct answer_hash)::integer as hashes,
         count(*) filter (where status = 'failed' and reason like '%is not asked twice')::integer as lost,
         count(*) filter (where answer_hash is null and reason not like '%is not asked twice')::integer as others
       from answer_samples where project_id = $1`,
      [asker.projectId],
    );
    const { answered = 0, hashes, lost = 0, others } = rows[0] ?? {};
    assert.deepEqual([hashes, others, answered + lost], [answered, 0, samples]);
    assert.ok(lost <= run.kills * AT_ONCE, `${lost} answers were lost`);
    const tags = (await listModelCalls(world)).map(({ body }) => JSON.parse(body)[0].tag);
    // What was marked and killed before it left never reached the provider.
    assert.ok(tags.length <= samples && tags.length >= answered, `${tags.length} calls for ${samples} samples`);
    assert.equal(new Set(tags).size, tags.length);
    return { answered, lost, costUsd: await assertLedgerAgrees(context, world) };
  });
}

async function listModelCalls(world: ApiClient): Promise<readonly { readonly body: string }[]> {
  const { entries } = (await world.get('/_sandbox/calls')).body;
  return entries.filter(({ path }: { path: string }) => path.endsWith('/llm_responses/live'));
}

async function makeAsker(api: ApiClient, prompts: number, surfaces: readonly string[] = SURFACES) {
  const projectId: string = (await api.post('/api/projects', { name: 'Asked', organization_id: 'org_asked' })).body.project_id;
  const brands = [{ name: 'Invoice Nest', domains: ['invoicenest.com'], role: 'own' }];
  assert.equal((await api.put('/api/answers/brands', { project_id: projectId, brands })).status, 200);
  const texts = Array.from({ length: prompts }, (_none, at) => ({ text: `What is the best invoicing software for a team of ${at + 2}?` }));
  const { body } = await api.post('/api/answers/prompts', { project_id: projectId, prompts: texts });
  const question = { project_id: projectId, prompt_ids: body.prompts.map(({ id }: { id: string }) => id), surfaces };
  let total = 0;
  return {
    projectId,
    asked: () => total,
    ask: async (samples: number): Promise<void> => {
      const { status, body: asked } = await api.post('/api/answers/ask', { ...question, samples });
      assert.equal(status, 202, JSON.stringify(asked));
      total += asked.samples;
    },
  };
}

/** What no delivery brings any more is collected. */
async function finish({ context }: App, projectId: string): Promise<void> {
  await waitUntil(async () => {
    const { rows } = await context.postgres.query<{ open: number }>(
      `select count(*)::integer as open from answer_samples where project_id = $1 and status = 'pending'`,
      [projectId],
    );
    if (rows[0]?.open === 0) return true;
    const sweepId = await context.workflows.start('serp-sweep', { poll_after_ms: 0, ask_after_ms: ASK_AFTER_MS });
    await context.workflows.waitFor(sweepId, LOOK_MS);
    return false;
  }, 'all samples to end');
}

const countReadings = {
  name: 'count-answer-readings',
  sql: 'select toUInt32(count()) as rows, toUInt32(uniqExact(sample_id)) as samples from answer_results final where project_id = {id:String}',
  params: z.object({ id: z.string() }),
  row: z.object({ rows: z.number(), samples: z.number() }),
};

async function assertOnce({ context }: App, projectId: string, samples: number): Promise<void> {
  const { rows } = await context.postgres.query<{ ended: number; hashes: number; tasks: number }>(
    `select count(*) filter (where status in ('answered', 'refused', 'empty'))::integer as ended, count(distinct answer_hash)::integer as hashes,
       count(distinct task_id)::integer as tasks
     from answer_samples where project_id = $1`,
    [projectId],
  );
  assert.deepEqual(rows[0], { ended: samples, hashes: samples, tasks: samples }, 'every sample has an answer of its own');
  await context.outbox.flush();
  assert.deepEqual(await context.clickhouse.query(countReadings, { id: projectId }), [{ rows: samples, samples }]);
}
