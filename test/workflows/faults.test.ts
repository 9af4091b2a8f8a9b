import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sweepLostSpends } from '#areas/costs/index.ts';
import { startTestApp } from '../support/app.ts';
import { readSandboxCalls, runFaults } from '../support/fault-run.ts';
import { PATIENCE_MS } from '../support/patience.ts';

/** Each in its short form; 200 keywords of each with the real waits are `npm run soak faults`. */
const KINDS = ['http_500', 'http_429', 'provider_40101', 'provider_50301', 'reset', 'malformed', 'truncated', 'empty', 'layout_change'];
const KEYWORDS = 16;

test('a provider that fails for a third of the calls', async (t) => {
  const app = await startTestApp(t);
  for (const kind of KINDS) {
    await t.test(`${kind}: nothing failed looks like a position or like "not found"`, async () => {
      const result = await runFaults(app, { kind, keywords: KEYWORDS, rate: 0.3, deadlineMs: PATIENCE_MS });
      assert.equal(result.ranked + result.notFound + result.failed, KEYWORDS);
    });
  }
  await t.test('the ledger agrees with the provider to the cent', async () => {
    await sweepLostSpends(app.app.context, { abandonedAfterMs: 0, unknownAfterMs: 0 });
    const { rows } = await app.stores.postgres.query<{ costUsd: number }>('select coalesce(sum(cost_usd), 0) as cost_usd from api_costs');
    const { costUsd } = await readSandboxCalls(app);
    assert.ok(Math.abs((rows[0]?.costUsd ?? 0) - costUsd) < 1e-6, `ledger ${rows[0]?.costUsd}, provider ${costUsd}`);
  });
});
