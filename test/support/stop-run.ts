import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '../../sandbox/index.ts';
import { onEnd } from './closers.ts';
import { PATIENCE_MS } from './patience.ts';
import { startReadingClients } from './reading-clients.ts';
import { killService, planService, SERVICE_KEY, startService } from './service-process.ts';
import { findTestFolder } from './test-folder.ts';
import { TEST_DAY } from './test-day.ts';

const CLIENTS = 200;
const STOP_MS_MAX = 20_000;
/** So many different questions wait for the analytics store that none of them is answered from memory. */
const QUESTIONS = 100;

/** Stops a service on embedded stores again and again while clients read: it ends with 0, in time, and answers what it has taken. */
export async function runStops(t: TestContext, { stops }: { readonly stops: number }): Promise<void> {
  const dataDir = await mkdtemp(join(findTestFolder(), 'sightline-stops-'));
  onEnd(t, () => rm(dataDir, { recursive: true, force: true }));
  const sandbox = await startSandbox({ port: 0, now: TEST_DAY, enforceRateLimits: false });
  onEnd(t, () => sandbox.close());
  const place = await planService({ DATA_DIR: dataDir, SANDBOX: sandbox.url, KEYWORD_ENRICHMENT: 'off' });
  let projectId: string | undefined;
  for (let stop = 1; stop <= stops; stop += 1) {
    const service = await startService(place, PATIENCE_MS);
    onEnd(t, () => killService(service));
    projectId ??= (await place.api.post('/api/projects', { name: 'Read', organization_id: 'org_read' })).body.project_id as string;
    const clients = await startReadingClients({ url: place.url, clients: CLIENTS, key: SERVICE_KEY, paths: listPaths(projectId) });
    await sleep(Math.random() * 500);
    const began = performance.now();
    service.kill('SIGTERM');
    const [code, signal] = await once(service, 'exit');
    const tookMs = performance.now() - began;
    const { answers, statuses, lost, refused } = await clients.end();
    t.diagnostic(`stop ${stop}: ${(tookMs / 1_000).toFixed(1)} s, ${answers} answers, ${JSON.stringify(statuses)}, refused ${refused}`);
    assert.deepEqual({ code, signal }, { code: 0, signal: null });
    assert.deepEqual(lost, {}, 'every request that was taken is answered');
    assert.deepEqual(
      Object.keys(statuses).filter((status) => status !== '200' && status !== '503'),
      [],
    );
    assert.ok(tookMs < STOP_MS_MAX, `took ${tookMs} ms`);
  }
}

function listPaths(projectId: string): string[] {
  return Array.from({ length: QUESTIONS }, (_, at) => [
    `/api/rankings?project_id=${projectId}&start_date=2020-01-01&limit=${1 + at}`,
    `/api/rankings?project_id=${projectId}`,
    `/api/projects/${projectId}`,
    `/api/rankings/summary?project_id=${projectId}&start_date=2026-01-01&device=mobile&location_code=${1 + at}`,
    '/health',
  ]).flat();
}
