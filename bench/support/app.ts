import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#config';
import { startSandbox } from '../../sandbox/index.ts';
import { startApp, type App } from '../../src/app.ts';
import { BENCH_KEY } from './process.ts';

export interface BenchApp {
  readonly app: App;
  /** Asks the service with the admin key; throws unless it succeeds. */
  call<Body>(method: string, path: string, body?: unknown): Promise<Body>;
  stop(): Promise<void>;
}

/**
 * The whole service in this process, on embedded stores and a sandbox that refuses nothing for being too
 * many. What it spends in a day is not limited.
 * @param options.sandboxUrl of one that runs already
 * @param options.environment settings beside the usual ones
 * @param options.retryWaitsMs the waits between tries of a step, which other waits are multiples of
 */
export async function startBenchApp({
  sandboxUrl,
  environment = {},
  retryWaitsMs,
}: {
  readonly sandboxUrl?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly retryWaitsMs?: readonly number[];
} = {}): Promise<BenchApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
  const sandbox = sandboxUrl === undefined ? await startSandbox({ port: 0, enforceRateLimits: false }) : undefined;
  const url = sandboxUrl ?? sandbox?.url;
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    SANDBOX: url,
    SIGHTLINE_ADMIN_KEY: BENCH_KEY,
    LOG_LEVEL: 'error',
    ...environment,
  });
  const callLimits = [{ service: 'dataforseo', class: 'live', concurrency: 20 }];
  const app = await startApp(config, { callLimits, ...(retryWaitsMs && { retryWaitsMs }) });
  const bench: BenchApp = {
    app,
    call: async (method, path, body) => {
      const headers = { authorization: `Bearer ${BENCH_KEY}`, 'content-type': 'application/json' };
      const response = await fetch(app.url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
      const answer: unknown = await response.json();
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer).slice(0, 500)}`);
      return answer as never;
    },
    stop: async () => {
      await app.stop();
      await sandbox?.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  await bench.call('PUT', '/api/admin/config', { budgets: { daily_usd: null } });
  return bench;
}

/** A project with a website and competitors to look for. */
export async function makeBenchProject(bench: BenchApp, competitors: readonly string[] = ['ledgerwise.app']): Promise<string> {
  const { project_id: projectId } = await bench.call<{ project_id: string }>('POST', '/api/projects', {
    name: 'Bench',
    organization_id: 'org_bench',
  });
  const add = (value: string, role: string): Promise<unknown> =>
    bench.call('POST', '/api/assets', { project_id: projectId, type: 'website', value, role, skip_onboarding: true });
  await add('invoicenest.com', 'primary');
  for (const competitor of competitors) await add(competitor, 'competitor');
  return projectId;
}
