import { randomUUID } from 'node:crypto';
import { classifyUrl } from '#areas/domains/queues.ts';
import type { Postgres } from '#stores/postgres/types.ts';
import type { Workflows } from '#workflows/types.ts';
import { startBenchApp } from './support/app.ts';
import type { Bench } from './support/bench.ts';
import { median, timeMs, timePairs } from './support/measure.ts';

const MESSAGES = 10_000;
const ROUNDS = 7;
const LOOP_ROUNDS = 2;
const TIMES_MAX = 5;

/** Ten thousand messages in one transaction, against a bare insert of as many rows of a queue of its own. */
export const enqueue: Bench = {
  name: 'enqueue',
  summary: `${MESSAGES} messages in one transaction, against a bare unnest insert of as many rows`,
  run: async () => {
    const bench = await startBenchApp();
    const { postgres, workflows } = bench.app.context;
    try {
      await postgres.query(
        'create table bare_messages (id text primary key, queue text not null, payload jsonb not null, created_at timestamptz not null default now())',
      );
      await postgres.query('create index bare_messages_queue_idx on bare_messages (queue, created_at)');
      const times = await timePairs(
        ROUNDS,
        async () => {
          const messages = makePayloads().map((payload) => ({ payload }));
          await postgres.transaction((tx) => workflows.sendAll(tx, classifyUrl, messages));
        },
        () => insertBare(postgres, makePayloads()),
      );
      const loopMs = await timeLoop(bench.app.context);
      return {
        rows: [
          { figure: 'times the bare insert', value: 1 / times.speedRatio, unit: 'x', bound: { atMost: TIMES_MAX } },
          { figure: 'enqueued together', value: times.oursMs, unit: 'ms' },
          { figure: 'the bare insert', value: times.boundMs, unit: 'ms' },
          { figure: 'enqueued one by one', value: loopMs, unit: 'ms' },
        ],
        notes: ['A message is two rows of the workflow engine, in five indexes; the bare row is in two.'],
      };
    } finally {
      await bench.stop();
    }
  },
};

function makePayloads(): { readonly url: string; readonly project_id: string }[] {
  return Array.from({ length: MESSAGES }, (_, at) => ({ url: `https://example-${at}.com/${randomUUID()}`, project_id: 'proj_bench' }));
}

async function insertBare(postgres: Postgres, payloads: readonly object[]): Promise<void> {
  await postgres.transaction(async (tx) => {
    await tx.query(
      `insert into bare_messages (id, queue, payload) select id, 'bare', payload::jsonb from unnest($1::text[], $2::text[]) as row (id, payload)`,
      [payloads.map(() => randomUUID()), payloads.map((payload) => JSON.stringify(payload))],
    );
  });
}

/** What the same number costs when each is enqueued by itself; delayed, so that nothing runs meanwhile. */
async function timeLoop({ postgres, workflows }: { readonly postgres: Postgres; readonly workflows: Workflows }): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < LOOP_ROUNDS; round += 1) {
    times.push(
      await timeMs(() =>
        postgres.transaction(async (tx) => {
          for (let at = 0; at < MESSAGES; at += 1) {
            await workflows.enqueue(tx, 'domain-onboard', { domain: `example-${at}.com` }, { delayMs: 3_600_000 });
          }
        }),
      ),
    );
  }
  return median(times);
}
