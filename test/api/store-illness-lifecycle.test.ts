import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { toDay } from '#kernel/clock.ts';
import { within } from '#kernel/within.ts';
import { startTestApp, TEST_ADMIN_KEY } from '../support/app.ts';
import { onEnd } from '../support/closers.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { trackForDispatch } from '../support/queue-fault-run.ts';
import { startDispatch } from '../support/queue-run.ts';
import { advanceDay } from '../support/rankings-api.ts';
import { killService, planService, startService } from '../support/service-process.ts';
import { watchStart, type StartOutcome } from '../support/service-start.ts';
import { openIllStores, takeIllnesses, type Illness } from '../support/store-illnesses.ts';
import { assertGotWell } from '../support/store-recovery.ts';
import { skipOutOfTurn } from '../support/test-width.ts';
import { waitUntil } from '../support/wait-until.ts';

const KEYWORDS = 4;
const STOP_MS_MAX = 20_000;
/** A start at an ill store takes long, on a busy machine. */
const START_MS_MAX = 120_000;

for (const store of ['ClickHouse', 'PostgreSQL'] as const) {
  const illnesses = takeIllnesses(({ isShortStart }) => isShortStart).filter((one) => one.store === store);
  if (illnesses.length === 0) continue;
  test(
    `a service whose ${store} is ill stops in time and starts as documented, and nothing is lost or done twice`,
    { skip: skipOutOfTurn(0, 2) },
    async (t) => {
      const run = await beginRun(t);
      const { place, projectId } = run;
      let service = await startService(place, PATIENCE_MS);
      onEnd(t, () => killService(service));
      for (const illness of illnesses) {
        await t.test(illness.name, async (own) => {
          if (service.exitCode !== null || service.signalCode !== null) service = await startService(place, PATIENCE_MS);
          await advanceDay(run.world);
          const dispatchId = await startDispatch(run.world);
          const makeWell = await illness.begin(run.ill);
          let outcome: StartOutcome;
          try {
            // The service meets the illness, in the middle of the dispatch, before it is to stop.
            await within(PATIENCE_MS, (store === 'ClickHouse' ? run.ill.clickhouseWire : run.ill.postgres).nextUse());
            own.diagnostic(`stopped after ${await stopInTime(service)} ms`);
            ({ process: service, outcome } = await watchStart(place, START_MS_MAX));
            own.diagnostic(
              `${outcome.kind} ${outcome.health ?? outcome.code} after ${Math.round(outcome.tookMs)} ms: ${outcome.said.at(-1)}`,
            );
          } finally {
            await makeWell();
          }
          assertStart(outcome, illness);
          if (outcome.kind === 'ended') service = await startService(place, PATIENCE_MS);
          const askHistory = () => place.api.get(`/api/rankings/summary?project_id=${projectId}`);
          await waitUntil(async () => (await askHistory()).status === 200, 'history by the service that was started');
          const { failed, shown } = await assertGotWell(run.world, run.ill, { projectId, dispatchId });
          const today = toDay(run.world.app.context.clock.now());
          // By this dispatch, or by the day's own of the service.
          assert.deepEqual([failed, shown.map((row) => row.check_date)], [0, Array.from({ length: KEYWORDS }, () => today)]);
        });
      }
    },
  );
}

/** A service in a process of its own on stores that fall ill, and beside it one that sees them well: it begins dispatches and looks. */
async function beginRun(t: TestContext) {
  const ill = await openIllStores(t);
  const direct = { DATABASE_URL: ill.stores.connectionString, CLICKHOUSE_URL: ill.clickhouseUrl };
  const world = await startTestApp(t, { stores: ill.stores, environment: { ...direct, ROLE: 'api', PUBLIC_URL: 'http://127.0.0.1:1' } });
  const place = await planService(
    {
      ...ill.environment,
      DATA_DIR: ill.stores.dataDir,
      SANDBOX: world.app.context.config.sandbox ?? '',
      // Of both: the key of the process that started last is the only one.
      SIGHTLINE_ADMIN_KEY: TEST_ADMIN_KEY,
      KEYWORD_ENRICHMENT: 'off',
    },
    { doubtMs: 500 },
  );
  return { ill, world, place, projectId: await trackForDispatch(world, KEYWORDS) };
}

async function stopInTime(service: Awaited<ReturnType<typeof startService>>): Promise<number> {
  assert.equal(service.exitCode, null, 'it runs');
  const ended = once(service, 'exit');
  const begun = performance.now();
  service.kill('SIGTERM');
  const [code, signal] = await ended;
  const tookMs = Math.round(performance.now() - begun);
  assert.deepEqual([code, signal], [0, null], `it ends well (after ${tookMs} ms)`);
  assert.ok(tookMs < STOP_MS_MAX, `it took ${tookMs} ms`);
  return tookMs;
}

function assertStart({ kind, code, health, said }: StartOutcome, { store, start }: Illness): void {
  const all = said.join('\n');
  assert.doesNotMatch(all, /^ {4}at /mu, 'no stack');
  if (start !== 'any') assert.equal(kind, start === 'ends' ? 'ended' : 'answers', all);
  if (start === 'degraded') assert.equal(health, 'degraded', all);
  if (kind === 'ended') {
    assert.equal(code, 1, all);
    const sentences = said.filter((line) => !line.startsWith('{'));
    assert.equal(sentences.length, 1, all);
    assert.match(sentences[0] ?? '', store === 'PostgreSQL' ? /DATABASE_URL/u : /ClickHouse/u);
  }
  if (kind !== 'answers') assert.match(all, new RegExp(store, 'u'), 'it says which store is ill');
}
