import assert from 'node:assert/strict';
import { BudgetLimits } from '#areas/costs/index.ts';
import { TEST_ADMIN_KEY } from './app.ts';
import { dryRunsCostNothing, listDryRuns, listSpending, RUNS_DRY, type DryRun } from './dry-run-walk.ts';
import { sendRequest, writeRequest } from './openapi-walk-send.ts';
import { makeToken, type Section } from './openapi-walk-suite.ts';
import { makeThings } from './openapi-walk-world.ts';

const NO_MONEY: Readonly<Record<string, number>> = Object.fromEntries(BudgetLimits.keyof().options.map((name) => [name, 0]));
const NO_LIMITS = Object.fromEntries(Object.keys(NO_MONEY).map((name) => [name, null]));

/** With no money left every estimate of something that calls outside says which budget refuses it; with enough, none does. */
const estimatesSayRefusals: Section = async ({ world, server, operations }) => {
  const ids = await makeThings(world.api, world.stores.postgres, { organization: 'org_refused' });
  const spending = await listSpending(world);
  const token = await makeToken(world);
  const runs = (await listDryRuns(world, operations)).filter(
    ({ name, operation }) => spending.has(operation.name) && !name.endsWith(RUNS_DRY),
  );
  const estimate = async ({ operation, request }: DryRun): Promise<Estimated | undefined> => {
    const reply = await sendRequest(server, operation, writeRequest(operation, request, ids), {
      headers: { 'x-api-key': TEST_ADMIN_KEY },
      token,
    });
    return reply.status === 200 ? (JSON.parse(reply.text) as { estimate: Estimated }).estimate : undefined;
  };
  const { budgets } = (await world.api.get('/api/admin/config')).body as { budgets: object };
  let refused = 0;
  for (const run of runs) {
    await world.api.put('/api/admin/config', { budgets: NO_LIMITS });
    const free = await estimate(run);
    assert.equal(free?.refusal, undefined, `${run.name}: ${JSON.stringify(free)}`);
    await world.api.put('/api/admin/config', { budgets: NO_MONEY });
    const poor = await estimate(run);
    if (poor === undefined || poor.calls === 0) continue;
    assert.deepEqual([poor.refusal?.refuses, poor.refusal?.left], ['all', 0], `${run.name}: ${JSON.stringify(poor)}`);
    assert.match(poor.refusal?.message ?? '', /^[A-Z].* is (?:\$0\.00|0 calls), so nothing is bought\.$/u, run.name);
    refused += 1;
  }
  assert.ok(refused > runs.length / 2, `${refused} of ${runs.length} were refused`);
  await world.api.put('/api/admin/config', { budgets });
};

interface Estimated {
  readonly calls: number;
  readonly refusal?: { readonly refuses: string; readonly left: number; readonly message: string };
}

/** What an estimate is worth: it costs nothing itself, and says what would become of the request. */
export const estimates: Readonly<Record<string, Section>> = {
  'a dry run makes no outside call; where a request can spend it answers the estimate and changes nothing': dryRunsCostNothing,
  'an estimate says before the request which budget would refuse it': estimatesSayRefusals,
};
