import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '#stores/postgres/types.ts';
import type { Answer } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { measureLag } from '../support/lag.ts';
import { trackForDispatch } from '../support/queue-fault-run.ts';
import { startDispatch } from '../support/queue-run.ts';
import { advanceDay } from '../support/rankings-api.ts';
import { openIllStores, takeIllnesses } from '../support/store-illnesses.ts';
import { assertGotWell } from '../support/store-recovery.ts';
import { IS_WHOLE } from '../support/test-width.ts';

const KEYWORDS = 4;
/** No answer takes longer, on a machine that is not busy. */
const ANSWER_MS_MAX = 10_000;
const HEALTH_MS_MAX = 1_000;
/** Long enough for every deadline to have passed. */
const ILL_MS = IS_WHOLE ? 12_000 : 6_000;

test('every question to a service whose store is ill is answered as documented, and nothing is lost or done twice', async (t) => {
  const ill = await openIllStores(t);
  const world = await startTestApp(t, { stores: ill.stores, environment: ill.environment });
  const projectId = await trackForDispatch(world, KEYWORDS);
  for (const illness of takeIllnesses(({ isShort }) => isShort)) {
    await t.test(`${illness.store} ${illness.name}`, async () => {
      await advanceDay(world);
      const dispatchId = await startDispatch(world);
      const seen: Seen[] = [];
      const makeWell = await illness.begin(ill);
      try {
        for (const end = performance.now() + ILL_MS; performance.now() < end; await sleep(100))
          seen.push(...(await askAll(world, { projectId, well: ill.real })));
      } finally {
        await makeWell();
      }
      assertAnswers(seen, illness.shows);
      const { checked, failed } = await assertGotWell(world, ill, { projectId, dispatchId });
      assert.deepEqual([checked, failed], [KEYWORDS, 0]);
    });
  }
});

interface Seen {
  readonly what: string;
  readonly reply: Answer;
  readonly tookMs: number;
  /** How late timers of this process and answers of a database that is well were meanwhile: the machine was busy. */
  readonly lateMs: number;
}

/** Each kind of question at once. */
async function askAll(
  { api, anonymous }: TestApp,
  { projectId, well }: { readonly projectId: string; readonly well: Sql },
): Promise<Seen[]> {
  const questions: Readonly<Record<string, () => Promise<Answer>>> = {
    health: () => anonymous.get('/health'),
    newest: () => api.get(`/api/rankings?project_id=${projectId}`),
    summary: () => api.get(`/api/rankings/summary?project_id=${projectId}`),
    write: () => api.put(`/api/projects/${projectId}`, { name: 'Written while it is ill' }),
    delivery: () => anonymous.post('/webhooks/provider/postback?kind=serp&id=none&tag=none&token=none', {}),
  };
  const lag = measureLag(well);
  try {
    return await Promise.all(
      Object.entries(questions).map(async ([what, ask]) => {
        const begun = performance.now();
        const reply = await ask();
        return { what, reply, tookMs: performance.now() - begun, lateMs: lag.read() };
      }),
    );
  } finally {
    lag.stop();
  }
}

function assertAnswers(seen: readonly Seen[], shows: 'down' | 'degraded' | 'any' | undefined): void {
  const wrong = seen.filter(({ what, reply, tookMs, lateMs }) => {
    const limit = (what === 'health' ? HEALTH_MS_MAX : ANSWER_MS_MAX) + lateMs * 4;
    if (tookMs > limit) return true;
    if (what === 'health') return false;
    if (reply.status < 500) return false;
    return !(reply.status === 503 && Number(reply.headers.get('retry-after')) > 0);
  });
  assert.deepEqual(
    wrong.map(({ what, reply, tookMs }) => `${what}: ${reply.status} ${JSON.stringify(reply.body?.error)} after ${Math.round(tookMs)} ms`),
    [],
  );
  if (shows === undefined) return;
  const healths = seen.filter(({ what }) => what === 'health').map(({ reply }) => reply.body.status as string);
  assert.ok(
    healths.some((status) => status !== 'ok'),
    `health shows it: ${healths.join(' ')}`,
  );
}
