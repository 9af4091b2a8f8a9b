import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startSandbox } from '../../sandbox/index.ts';
import { makeApiClient } from './api-client.ts';
import { onEnd } from './closers.ts';
import { cloneTestDatabase } from './index.ts';
import { planService } from './service-process.ts';
import { findTestFolder } from './test-folder.ts';
import { TEST_DAY } from './test-day.ts';

/** A service in a process of its own, not started yet, with a sandbox, a database and a data folder that end with the test. */
export async function planSandboxedService(t: TestContext) {
  const dataDir = await mkdtemp(join(findTestFolder(), 'sightline-service-'));
  onEnd(t, () => rm(dataDir, { recursive: true, force: true }));
  const started = await startSandbox({ port: 0, now: TEST_DAY });
  onEnd(t, () => started.close());
  const { url: sandboxUrl } = started;
  const databaseUrl = await cloneTestDatabase(t);
  const place = await planService({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SANDBOX: sandboxUrl, KEYWORD_ENRICHMENT: 'off' });
  return { place, dataDir, sandboxUrl, sandbox: makeApiClient(sandboxUrl) };
}
