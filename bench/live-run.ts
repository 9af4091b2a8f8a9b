import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from './support/bench.ts';
import { askLive, makeLiveProject, measureRun, setFaults, toTexts } from './support/live.ts';
import { startProgram, startService } from './support/process.ts';
import { readCalls, startBenchSandbox } from './support/tracking.ts';

const KEYWORDS = Number(process.env['BENCH_KEYWORDS'] ?? 1_000);
const WARM_KEYWORDS = 100;
/** As often as the account of the provider allows at most. */
const PER_SECOND = 30;
const KEYWORDS_A_SECOND_MIN = 26;
const CPU_MS_MAX = 9;
const FAULTY_SHARE = 0.3;

/**
 * Pages on demand, against the least that reading them takes: the same calls, each answer parsed and inserted
 * twice, as received and as results.
 */
export const liveRun: Bench = {
  name: 'live-run',
  summary: `${KEYWORDS} keywords by POST /api/rankings/track, 100 a call; against a bare loop of the same calls, JSON.parse and two inserts`,
  run: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
    const sandbox = await startBenchSandbox();
    try {
      const bare = await startProgram('bench/support/bare-live.ts', { SANDBOX: sandbox.url });
      const runBare = () => fetch(`${bare.url}/?keywords=${KEYWORDS}&per_second=${PER_SECOND}`, { method: 'POST' });
      const bound = await measureRun(bare, KEYWORDS, runBare).finally(() => bare.stop());
      await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' });
      const service = await startService(dataDir, { SANDBOX: sandbox.url, KEYWORD_ENRICHMENT: 'off' });
      try {
        const project = await makeLiveProject(service);
        await askLive(service, { project, texts: toTexts('warm', WARM_KEYWORDS) });
        const calm = await measureRun(service, KEYWORDS, () => askLive(service, { project, texts: toTexts('calm', KEYWORDS) }));
        const { max_per_second: mostPerSecond } = await readCalls(sandbox.url);
        await setFaults(sandbox.url, { match: '/live/', kind: 'http_500', rate: FAULTY_SHARE });
        const faulty = await measureRun(service, KEYWORDS, () => askLive(service, { project, texts: toTexts('faulty', KEYWORDS) }));
        return {
          rows: [
            {
              figure: 'processor time of the bare loop, as a share of ours',
              value: bound.cpuMs / calm.cpuMs,
              unit: 'of it',
              bound: { atLeast: 0.5 },
            },
            { figure: 'processor time a keyword, stores included', value: calm.cpuMs, unit: 'ms', bound: { atMost: CPU_MS_MAX } },
            { figure: 'the bare loop, a keyword', value: bound.cpuMs, unit: 'ms' },
            { figure: 'keywords a second', value: calm.perSecond, unit: '/s', bound: { atLeast: KEYWORDS_A_SECOND_MIN } },
            {
              figure: 'calls in a second, as the sandbox measured, the bare loop apart',
              value: mostPerSecond,
              unit: '',
              bound: { atMost: PER_SECOND },
            },
            {
              figure: 'keywords a second while 30 % of the calls fail',
              value: faulty.perSecond,
              unit: '/s',
              bound: { atLeast: calm.perSecond / 2 },
            },
            { figure: 'and processor time a keyword', value: faulty.cpuMs, unit: 'ms' },
          ],
        };
      } finally {
        await service.stop();
      }
    } finally {
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};
