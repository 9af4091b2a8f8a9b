import type { Postgres } from '#stores/postgres/types.ts';
import { makeBenchProject, startBenchApp } from './support/app.ts';
import type { Bench } from './support/bench.ts';
import { timePairs } from './support/measure.ts';

const KEYWORDS = 1_000;
const ROUNDS = 7;
const TIMES_MAX = 3;

/** One call that tracks 1,000 new keywords, against inserting the same rows and nothing else. */
export const trackBatch: Bench = {
  name: 'track-batch',
  summary: `POST /api/keywords/track with ${KEYWORDS} new keywords, against bare unnest inserts of the same rows`,
  run: async () => {
    const bench = await startBenchApp();
    try {
      const projectId = await makeBenchProject(bench);
      // The checks that tracking queues are acknowledged undone: only the call is measured.
      await bench.call('PUT', '/api/admin/config', { drain_mode: true });
      let batch = 0;
      const nextTexts = (): string[] => {
        batch += 1;
        return Array.from({ length: KEYWORDS }, (_, at) => `bench keyword ${batch} number ${at}`);
      };
      const times = await timePairs(
        ROUNDS,
        async () => {
          const keywords = nextTexts().map((text) => ({ project_id: projectId, keyword_text: text }));
          await bench.call('POST', '/api/keywords/track', { keywords });
        },
        () => insertBare(bench.app.context.postgres, projectId, nextTexts()),
      );
      return {
        rows: [
          { figure: 'times the bare insert', value: 1 / times.speedRatio, unit: 'x', bound: { atMost: TIMES_MAX } },
          { figure: 'the call', value: times.oursMs, unit: 'ms' },
          { figure: 'the bare insert', value: times.boundMs, unit: 'ms' },
        ],
      };
    } finally {
      await bench.stop();
    }
  },
};

/** The three tables' rows, whole, in one transaction. */
async function insertBare(postgres: Postgres, projectId: string, texts: readonly string[]): Promise<void> {
  const ids = texts.map((text) => `kw_bare_${text}`);
  await postgres.transaction(async (tx) => {
    await tx.query(
      `insert into keywords (id, keyword_text, normalized_text, location_code, language_code, device, created_at)
       select id, text, text, 2840, 'en', 'desktop', now() from unnest($1::text[], $2::text[]) as row (id, text)`,
      [ids, texts],
    );
    await tx.query(
      `insert into tracked_keywords (project_id, keyword_id, engine, channel, depth, depth_strategy, check_interval, next_check, tracking_since, updated_at)
       select $1, id, 'engine_a', 'seo', 100, 'full', 'daily', now(), now(), now() from unnest($2::text[]) as row (id)`,
      [projectId, ids],
    );
    await tx.query(
      `insert into customer_subscriptions (id, customer_id, project_id, keyword_id, engine, subscription_type, started_at, created_at)
       select 'sub_' || id, 'org_bench', $1, id, 'engine_a', 'serp_organic', now(), now() from unnest($2::text[]) as row (id)`,
      [projectId, ids],
    );
  });
}
