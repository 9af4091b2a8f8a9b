import { Pool } from 'undici';
import { ensureDomain } from '#areas/domains/records/ensure-domain.ts';
import { startBenchApp, type BenchApp } from './support/app.ts';
import { onboardBare } from './support/bare-onboarding.ts';
import type { Bench } from './support/bench.ts';
import { timePairs } from './support/measure.ts';
import { startSandboxProcess } from './support/sandbox.ts';

/** `BENCH_DOMAINS` for a short look. */
const DOMAINS = Number(process.env['BENCH_DOMAINS'] ?? 8);
const ROUNDS = 4;
const RATIO_MIN = 0.6;
/** The concurrency of the queue of onboardings. */
const AT_ONCE = 5;
const WAIT_MS = 300_000;
const LINKS_MAX = 30_000;

/** Domains through the whole workflow, against the provider's answers and the database alone. */
export const onboard: Bench = {
  name: 'onboard',
  summary: `${DOMAINS} onboardings with default limits, ${AT_ONCE} at once, against the bare sequence of the same calls and inserts`,
  run: async () => {
    const sandbox = await startSandboxProcess();
    const bench = await startBenchApp({ sandboxUrl: sandbox.url });
    const pool = new Pool(sandbox.url, { connections: AT_ONCE });
    try {
      const sets = await listSets(sandbox.url);
      const [ours, bare] = [sets.values(), sets.values()];
      const times = await timePairs(
        ROUNDS,
        () => onboardAll(bench, ours.next().value ?? []),
        () => onboardAllBare(bench, pool, bare.next().value ?? []),
      );
      const rate = (ms: number): number => (DOMAINS * 60_000) / ms;
      return {
        rows: [
          { figure: 'speed of the bare sequence', value: times.speedRatio, unit: 'of it', bound: { atLeast: RATIO_MIN } },
          { figure: 'domains a minute', value: rate(times.oursMs), unit: '/min' },
          { figure: 'bare sequence, domains a minute', value: rate(times.boundMs), unit: '/min' },
        ],
        notes: [
          'Each round has other domains. The workflow also reads the home page of each, keeps the week, and queues what it found. The sandbox is a process of its own on the same machine.',
        ],
      };
    } finally {
      await pool.destroy();
      await bench.stop();
      await sandbox.stop();
    }
  },
};

/**
 * Sites of the sandbox's world, others for each round and one set for the warm-up. Of the largest ones the
 * sandbox takes seconds to count the links, and nothing else would be measured.
 */
async function listSets(sandboxUrl: string): Promise<string[][]> {
  const ask = async <Answer>(path: string): Promise<Answer> => (await (await fetch(`${sandboxUrl}/_sandbox/${path}`)).json()) as Answer;
  const domains: string[] = [];
  for (const { domain } of (await ask<{ sites: { domain: string }[] }>('world')).sites) {
    if (domains.length === DOMAINS * (ROUNDS + 1)) break;
    const { backlinks } = await ask<{ backlinks: number }>(`truth/domain?domain=${domain}`);
    if (backlinks <= LINKS_MAX) domains.push(domain);
  }
  const sets = Array.from({ length: ROUNDS + 1 }, (_, at) => domains.slice(at * DOMAINS, (at + 1) * DOMAINS));
  if (sets.some((set) => set.length < DOMAINS)) throw new Error(`The sandbox's sample has ${domains.length} such sites, too few`);
  return sets;
}

async function onboardAll({ app }: BenchApp, domains: readonly string[]): Promise<void> {
  const { postgres, workflows } = app.context;
  const ids = await postgres.transaction((tx) =>
    workflows.enqueueAll(
      tx,
      'domain-onboard',
      domains.map((domain) => ({ input: { domain } })),
    ),
  );
  for (const id of ids) {
    const end = await workflows.waitFor<{ onboard_status: string }>(id, WAIT_MS);
    if (end?.output.onboard_status !== 'complete') throw new Error(`An onboarding ended with ${JSON.stringify(end?.output)}`);
  }
}

/** Under names of their own, so that both sides write rows that are not there. */
async function onboardAllBare({ app }: BenchApp, pool: Pool, domains: readonly string[]): Promise<void> {
  const { postgres } = app.context;
  const rest = domains.values();
  const work = async (): Promise<void> => {
    for (const target of rest) {
      const { id } = await ensureDomain(postgres, `bare-${target}`, new Date());
      await onboardBare(pool, postgres, { id, target });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
