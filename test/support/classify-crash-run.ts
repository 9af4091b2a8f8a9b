import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../src/app.ts';
import type { ApiClient } from './api-client.ts';
import { setScene } from './crash-run.ts';
import { killService, startService } from './service-process.ts';
import { withApp } from './tracking-run.ts';

/** A service that is killed without warning, again and again, while it classifies what waits on its queue. */
export interface ClassifyCrashRun {
  /** Domains that only free stages judge. */
  readonly free: number;
  /** Domains that a language model is asked about. */
  readonly asked: number;
  readonly kills: number;
  /** Bounds of the random life of each process after it was ready. */
  readonly lifeMs: { readonly min: number; readonly max: number };
  readonly deadlineMs: number;
}

export interface ClassifyCrashCost {
  /** Questions that the language model has had. */
  readonly questions: number;
  /** Domains whose answer a kill has lost: they keep their free answer, and a person looks. */
  readonly inDoubt: number;
}

/** Answers take a while, so that a kill hits questions under way. */
const ANSWER_MS = 80;
const PER_REQUEST = 1_000;
const CHAT_PATH = '/v1/chat/completions';
const CLASSIFY_PATH = '/api/admin/classifier/domains';

/**
 * Queues domains, kills the service at random moments, waits until the last life finishes, and compares: every domain
 * has an answer, the language model was asked about each at most once, and nothing is under way at the end.
 */
export async function runClassifyCrashes(t: TestContext, run: ClassifyCrashRun): Promise<ClassifyCrashCost> {
  const { world, place } = await setScene(t);
  let service = await startService(place, run.deadlineMs);
  t.after(() => service.kill('SIGKILL'));
  await world.post('/_sandbox/faults', { match: CHAT_PATH, kind: 'slow', rate: 1, delay_ms: ANSWER_MS });
  const [asked, free] = [listHosts('asked', run.asked), listHosts('free', run.free)];
  const ids = [
    ...(await queue(place.api, asked, { skip_fetch: true, force_llm: true })),
    ...(await queue(place.api, free, { skip_fetch: true, skip_llm: true })),
  ];
  for (let kill = 0; kill < run.kills; kill += 1) {
    await sleep(run.lifeMs.min + Math.random() * (run.lifeMs.max - run.lifeMs.min));
    await killService(service);
    if (kill + 1 < run.kills) service = await startService(place, run.deadlineMs);
  }
  return await withApp(place, async (app) => {
    for (const id of ids) assert.ok(await app.context.workflows.waitFor(id, run.deadlineMs), `${id} has ended`);
    await assertEachAnswered(app, [...asked, ...free]);
    const questions = await assertAskedOnce(world, asked);
    const { rows } = await app.context.postgres.query<{ total: number }>(
      `select count(*)::integer as total from classifications where skip_reason = 'llm_failed'`,
    );
    return { questions, inDoubt: rows[0]?.total ?? 0 };
  });
}

function listHosts(name: string, count: number): string[] {
  return Array.from({ length: count }, (_none, at) => `${name}lane-${at}.com`);
}

async function queue(api: ApiClient, hosts: readonly string[], flags: object): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < hosts.length; at += PER_REQUEST) {
    const { status, body } = await api.post(CLASSIFY_PATH, { domains: hosts.slice(at, at + PER_REQUEST), ...flags });
    assert.equal(status, 202, JSON.stringify(body));
    ids.push(...body.workflow_ids);
  }
  return ids;
}

async function assertEachAnswered({ context: { postgres } }: App, hosts: readonly string[]): Promise<void> {
  const { rows } = await postgres.query<{ subject: string }>(`select subject from classifications where kind = 'domain' order by subject`);
  const found = new Set(rows.map(({ subject }) => subject));
  assert.deepEqual(
    hosts.filter((host) => !found.has(host)),
    [],
    'every domain has an answer',
  );
  assert.equal((await postgres.query('select from model_asks')).rowCount, 0, 'no question is under way');
}

/** A second question about one host may only say what was wrong with the first answer. */
async function assertAskedOnce(world: ApiClient, hosts: readonly string[]): Promise<number> {
  const { body } = await world.get('/_sandbox/calls');
  const entries: { path: string; body: string }[] = body.entries;
  const questions = entries
    .filter(({ path }) => path === CHAT_PATH)
    .map((entry) => JSON.parse(entry.body) as { messages: { role: string; content: unknown }[] })
    .filter(({ messages }) => !messages.some(({ role }) => role === 'assistant'));
  const texts = questions.map(({ messages }) => JSON.stringify(messages.at(-1)));
  const times = Map.groupBy(texts, (text) => hosts.find((host) => text.includes(`\\n${host}\\n`)) ?? text);
  assert.deepEqual(
    [...times].filter(([, asked]) => asked.length > 1).map(([host]) => host),
    [],
    'the language model is asked about each once',
  );
  return questions.length;
}
