import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sweepLostSpends } from '#areas/costs/index.ts';
import { startTestApp } from '../support/app.ts';
import { readSandboxCalls, runFaults, type FaultRun } from '../support/fault-run.ts';

const KEYWORDS = 200;
const RATE = 0.3;
const DEADLINE_MS = 900_000;

/** Every kind that can hit a live call, with the real waits of 5, 10 and 20 seconds. */
const FAULTS: readonly Pick<FaultRun, 'kind' | 'delayMs'>[] = [
  { kind: 'http_500' },
  { kind: 'http_429' },
  { kind: 'provider_40101' },
  { kind: 'provider_40202' },
  { kind: 'provider_40501' },
  { kind: 'provider_50301' },
  { kind: 'reset' },
  { kind: 'malformed' },
  { kind: 'truncated' },
  { kind: 'empty' },
  { kind: 'layout_change' },
  { kind: 'slow', delayMs: 3_000 },
];

test('200 keywords a kind of fault, at 30 %', { timeout: 7_200_000 }, async (t) => {
  const app = await startTestApp(t, { retryWaitsMs: [5_000, 10_000, 20_000] });
  await app.api.put('/api/admin/config', { budgets: { daily_usd: null } });
  for (const { kind, delayMs } of FAULTS) {
    await t.test(kind, async (sub) => {
      const begin = performance.now();
      const result = await runFaults(app, {
        kind,
        keywords: KEYWORDS,
        rate: RATE,
        deadlineMs: DEADLINE_MS,
        ...(delayMs === undefined ? {} : { delayMs }),
      });
      assert.equal(result.ranked + result.notFound + result.failed, KEYWORDS);
      const seconds = ((performance.now() - begin) / 1000).toFixed(0);
      sub.diagnostic(
        `${result.ranked} ranked, ${result.notFound} not found, ${result.failed} failed, ${result.providerCalls} calls, ${result.costUsd.toFixed(4)} USD, ${seconds} s`,
      );
    });
  }
  await sweepLostSpends(app.app.context, { abandonedAfterMs: 0, unknownAfterMs: 0 });
  const { rows } = await app.stores.postgres.query<{ costUsd: number }>('select coalesce(sum(cost_usd), 0) as cost_usd from api_costs');
  const { costUsd } = await readSandboxCalls(app);
  t.diagnostic(`ledger ${rows[0]?.costUsd} USD, provider ${costUsd} USD`);
  assert.ok(Math.abs((rows[0]?.costUsd ?? 0) - costUsd) < 1e-6);
});
