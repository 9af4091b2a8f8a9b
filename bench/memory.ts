import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '../sandbox/index.ts';
import type { Bench } from './support/bench.ts';
import { BENCH_KEY, startService } from './support/process.ts';
import { readResidentMib } from './support/resident.ts';
import { makeAsk, toKeyword } from './support/tracking.ts';

const CHECKS = 20_000;
const CHECKS_PER_CALL = 100;
/** The caches are full and the code is compiled by then; what grows afterwards, leaks. */
const WARM_UP_CHECKS = 5_000;
const SAMPLES_AVERAGED = 10;
const GROWTH_MAX = 1.1;
const TRACKED = 10_000;
const KEYWORDS_PER_CALL = 1_000;
/** What a start has left behind is given back by then: in the first quiet minute (`src/cli/release-memory.ts`). */
const REST_MS = 130_000;
const REST_MIB_MAX = 250;
const WORK_MIB_MAX = 700;

/** Resident memory of the service with many tracked keywords, at rest and over checks on demand, in a process of its own with the engine of ClickHouse. */
export const memory: Bench = {
  name: 'memory',
  summary: `resident memory with ${TRACKED} tracked keywords, at rest and over ${CHECKS} checks, sampled after every ${CHECKS_PER_CALL}`,
  run: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
    const sandbox = await startSandbox({ port: 0, enforceRateLimits: false });
    const environment = { SANDBOX: sandbox.url, KEYWORD_ENRICHMENT: 'off' };
    await trackKeywords(dataDir, environment);
    const service = await startService(dataDir, environment);
    try {
      await sleep(REST_MS);
      const rest = { all: await readResidentMib(service.pid), withoutFiles: await readResidentMib(service.pid, 'withoutFiles') };
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
          {
            figure: `at rest with ${TRACKED} tracked keywords, files apart`,
            value: rest.withoutFiles,
            unit: 'MiB',
            bound: { atMost: REST_MIB_MAX },
          },
          { figure: 'at rest, pages of programs and libraries included', value: rest.all, unit: 'MiB' },
          { figure: `resident after ${WARM_UP_CHECKS} checks`, value: warm, unit: 'MiB' },
          { figure: `resident after ${CHECKS} checks`, value: end, unit: 'MiB' },
          { figure: 'largest at work', value: Math.max(...samples), unit: 'MiB', bound: { atMost: WORK_MIB_MAX } },
        ],
      };
    } finally {
      await service.stop();
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

/** In a service of their own, so that what tracking needs is gone when it has ended; in a paused project, so that they do not become due. */
async function trackKeywords(dataDir: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const service = await startService(dataDir, environment);
  try {
    const ask = makeAsk(service.url);
    const project = await ask('POST', '/api/projects', { name: 'Tracked', organization_id: 'org_memory' });
    await ask('PUT', `/api/projects/${project.project_id}`, { status: 'paused' });
    for (let first = 0; first < TRACKED; first += KEYWORDS_PER_CALL) {
      const keywords = Array.from({ length: KEYWORDS_PER_CALL }, (_, at) => ({
        project_id: project.project_id,
        keyword_text: toKeyword(first + at),
      }));
      await ask('POST', '/api/keywords/track', { keywords });
    }
  } finally {
    await service.stop();
  }
}

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
