import { loadFreeClassifier } from '#areas/classification/index.ts';
import { classifyReferringDomain } from '#areas/domains/index.ts';
import { ensureDomain } from '#areas/domains/records/ensure-domain.ts';
import { toGroups } from '#kernel/lists.ts';
import { insertRows } from '#stores/postgres/unnest.ts';
import { startBenchApp, type BenchApp } from './support/app.ts';
import type { Bench } from './support/bench.ts';
import { timePairs } from './support/measure.ts';

/** `BENCH_HOSTS` for a short look. */
const HOSTS = Number(process.env['BENCH_HOSTS'] ?? 20_000);
const PER_MESSAGE = 1_000;
const ROUNDS = 3;
const RATIO_MIN = 0.5;
const WAIT_MS = 300_000;
const WORDS = 'north blue garden daily tech alpine river city market health cloud stone travel book craft legal'.split(' ');
const ENDINGS = 'com com com org net de co.uk fr blog shop edu gov io info'.split(' ');

/** Domains of an onboarding through queue and storage, against the free stages in a loop and one insert of the answers. */
export const classifyRun: Bench = {
  name: 'classify-run',
  summary: `${HOSTS} domains that link to a target, through queue and storage, against the bare free stages and one insert`,
  run: async () => {
    const bench = await startBenchApp();
    try {
      let round = 0;
      // The rows are there before, as an onboarding leaves them.
      const targets = await Promise.all(Array.from({ length: ROUNDS + 1 }, (_none, at) => addTarget(bench, at)));
      const ours = targets.values();
      await bench.app.context.postgres.query('create table bench_answers (host text primary key, labels jsonb, confidence smallint)');
      const times = await timePairs(
        ROUNDS,
        () => classifyAll(bench, ours.next().value ?? targets[0]!),
        () => classifyBare(bench, round++),
      );
      return {
        rows: [
          { figure: 'speed of the bare loop', value: times.speedRatio, unit: 'of it', bound: { atLeast: RATIO_MIN } },
          { figure: 'domains a second', value: (HOSTS * 1_000) / times.oursMs, unit: '/s' },
          { figure: 'bare loop, domains a second', value: (HOSTS * 1_000) / times.boundMs, unit: '/s' },
        ],
        notes: ['Each round has other hosts. Ours also reads hints, keeps evidence of every dimension, and writes what each link is.'],
      };
    } finally {
      await bench.stop();
    }
  },
};

interface Target {
  readonly id: number;
  readonly domain: string;
  readonly hosts: readonly string[];
}

/** Hosts of several words, so that rules know some and models must judge the others. */
function listHosts(round: string): string[] {
  return Array.from({ length: HOSTS }, (_none, at) => {
    const [first, second] = [WORDS[at % WORDS.length], WORDS[Math.floor(at / WORDS.length) % WORDS.length]];
    return `${first}${second}-${round}${at.toString(36)}.${ENDINGS[at % ENDINGS.length]}`;
  });
}

async function addTarget({ app }: BenchApp, round: number): Promise<Target> {
  const { postgres } = app.context;
  const domain = `target-${round}.com`;
  const now = new Date();
  const { id } = await ensureDomain(postgres, domain, now);
  const hosts = listHosts(`o${round}x`);
  await insertRows(postgres, {
    table: 'referring_domains',
    columns: {
      domain_id: 'bigint',
      referring_domain: 'text',
      backlinks_count: 'integer',
      our_first_seen: 'timestamptz',
      our_last_seen: 'timestamptz',
    },
    rows: hosts.map((host) => ({ domain_id: id, referring_domain: host, backlinks_count: 1, our_first_seen: now, our_last_seen: now })),
  });
  return { id, domain, hosts };
}

async function classifyAll({ app }: BenchApp, { id, domain, hosts }: Target): Promise<void> {
  const { postgres, workflows } = app.context;
  const messages = toGroups(hosts, PER_MESSAGE).map((group) => ({ payload: { target: domain, domain_id: id, referring_domains: group } }));
  const ids = await postgres.transaction((tx) => workflows.sendAll(tx, classifyReferringDomain, messages));
  let classified = 0;
  for (const workflowId of ids) classified += (await workflows.waitFor<{ total: number }>(workflowId, WAIT_MS))?.output.total ?? 0;
  if (classified !== HOSTS) throw new Error(`${classified} of ${HOSTS} domains were classified`);
}

async function classifyBare({ app }: BenchApp, round: number): Promise<void> {
  const { createFreeClassifier } = await loadFreeClassifier();
  const { classifyDomain } = createFreeClassifier();
  const rows = listHosts(`b${round}x`).map((host) => {
    const { verdicts, confidence } = classifyDomain(host);
    return { host, labels: JSON.stringify(verdicts), confidence: Math.round(confidence) };
  });
  await insertRows(app.context.postgres, {
    table: 'bench_answers',
    columns: { host: 'text', labels: 'jsonb', confidence: 'smallint' },
    rows,
  });
}
