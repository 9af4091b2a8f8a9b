import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../sandbox/index.ts';
import type { Bench } from './support/bench.ts';
import { BENCH_KEY, startService } from './support/process.ts';
import { readResidentMib } from './support/resident.ts';

const CHECKS = 20_000;
const CHECKS_PER_CALL = 100;
/** The caches are full and the code is compiled by then; what grows afterwards, leaks. */
const WARM_UP_CHECKS = 5_000;
const SAMPLES_AVERAGED = 10;
const GROWTH_MAX = 1.1;

/** Resident memory of the service over many checks on demand, in a process of its own. */
export const memory: Bench = {
  name: 'memory',
  summary: `resident memory over ${CHECKS} checks, sampled after every ${CHECKS_PER_CALL}`,
  run: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
    const sandbox = await startSandbox({ port: 0, enforceRateLimits: false });
    const service = await startService(dataDir, { SANDBOX: sandbox.url });
    try {
      const samples = await runChecks(service, sandbox.url);
      const warm = average(samples.slice(WARM_UP_CHECKS / CHECKS_PER_CALL).slice(0, SAMPLES_AVERAGED));
      const end = average(samples.slice(-SAMPLES_AVERAGED));
      return {
        rows: [
          {
            figure: `resident after ${CHECKS} checks, times that after ${WARM_UP_CHECKS}`,
            value: end / warm,
            unit: 'x',
            bound: { atMost: GROWTH_MAX },
          },
          { figure: `resident after ${WARM_UP_CHECKS} checks`, value: warm, unit: 'MiB' },
          { figure: `resident after ${CHECKS} checks`, value: end, unit: 'MiB' },
          { figure: 'largest', value: Math.max(...samples), unit: 'MiB' },
        ],
      };
    } finally {
      await service.stop();
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

async function runChecks(service: { url: string; pid: number }, sandboxUrl: string): Promise<number[]> {
  const story = (await (await fetch(`${sandboxUrl}/_sandbox/world/story?keywords=${CHECKS_PER_CALL}`)).json()) as {
    keywords: { keyword: string }[];
  };
  const project = await post<{ project_id: string }>(service.url, '/api/projects', { name: 'Memory', organization_id: 'org_memory' });
  await fetch(`${service.url}/api/admin/config`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${BENCH_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ budgets: { daily_usd: null } }),
  });
  const samples: number[] = [];
  for (let done = 0; done < CHECKS; done += CHECKS_PER_CALL) {
    const keywords = story.keywords.map(({ keyword }) => ({ project_id: project.project_id, keyword_text: keyword, force: true }));
    await post(service.url, '/api/rankings/track', { keywords });
    samples.push(await readResidentMib(service.pid));
    if (samples.length % SAMPLES_AVERAGED === 0)
      process.stdout.write(`  ${done + CHECKS_PER_CALL} checks, ${samples.at(-1)?.toFixed(0)} MiB\n`);
  }
  return samples;
}

async function post<Body>(url: string, path: string, body: unknown): Promise<Body> {
  const headers = { authorization: `Bearer ${BENCH_KEY}`, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer).slice(0, 500)}`);
  return answer as Body;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
