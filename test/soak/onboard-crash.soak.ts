import { test } from 'node:test';
import { makeApiClient } from '../support/api-client.ts';
import { runOnboardCrashes } from '../support/onboard-crash-run.ts';
import { startSandbox } from '../../sandbox/index.ts';

const DOMAINS = 50;
const KILLS = 20;

test(`${KILLS} kills at random moments of ${DOMAINS} onboardings`, { timeout: 1_800_000 }, async (t) => {
  const { calls, repeated, costUsd } = await runOnboardCrashes(t, {
    domains: await listSites(),
    backlinks: 3_000,
    kills: KILLS,
    lifeMs: { min: 50, max: 3_000 },
    deadlineMs: 600_000,
  });
  t.diagnostic(`${DOMAINS} domains, ${KILLS} kills: ${calls} calls, ${repeated} made again, ${costUsd.toFixed(4)} USD, each booked once`);
});

async function listSites(): Promise<string[]> {
  const sandbox = await startSandbox({ port: 0 });
  const { body } = await makeApiClient(sandbox.url).get<{ sites: { domain: string }[] }>('/_sandbox/world');
  await sandbox.close();
  return body.sites.slice(0, DOMAINS).map(({ domain }) => domain);
}
