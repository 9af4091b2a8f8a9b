import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { makeLogger } from '#kernel/logger.ts';
import { migrateClickHouse } from '#stores/clickhouse/index.ts';
import { POSTGRES_MIGRATIONS } from '#stores/postgres/migrations.ts';
import { openTestStores } from '../../../../test/support/index.ts';

const WEEKS = ['202601', '202602', '202603', '202604'];
const TYPES = { news: 3_890, blogs: 70, 'message-boards': 5 };

/** The second and third of the stored weeks hold what was classified, the third without an answer of the provider beside it. */
test("weeks in which classified links took the place of the provider's counts are mended from its answer", async (t) => {
  const { postgres } = await openTestStores(t);
  await postgres.query('alter table domain_summaries drop column classified');
  await postgres.query(`insert into domains (domain, created_at) values ('a.com', now())`);
  await postgres.query(
    `insert into domain_summaries (domain_id, year_week, as_of, source, count_news, count_blogs, count_ecommerce, count_forums, count_social,
       count_owned, count_earned, count_paid, count_shared, links_platform_types, captured_at)
     select domains.id, week, '2026-01-01', source, news, news, news, news, ours, ours, ours, ours, ours, types::jsonb, now() from domains, (values
       ('202601', 'summary', 3890, null::bigint, $1), ('202602', 'summary', 420, 7, $1), ('202603', 'summary', 450, 8, null),
       ('202604', 'history', null, null, null)) as old (week, source, news, ours, types)`,
    [JSON.stringify(TYPES)],
  );
  await postgres.query(await readFile(join(POSTGRES_MIGRATIONS, '0073_counts_of_links.sql'), 'utf8'));
  const { rows } = await postgres.query(
    `select year_week, count_news, count_blogs, count_ecommerce, count_forums, count_social, count_shared, classified
     from domain_summaries order by year_week`,
  );
  const unrecorded = { linksRead: null, linksClassified: null, domainsRead: null, domainsClassified: null };
  const ofOurs = (news: number, ours: number) => {
    const [provided, others] = [
      ['news', 'blogs', 'ecommerce', 'forums'],
      ['social', 'owned', 'earned', 'paid', 'shared'],
    ];
    return { ...Object.fromEntries([...provided.map((kind) => [kind, news]), ...others.map((kind) => [kind, ours])]), ...unrecorded };
  };
  assert.deepEqual(
    rows.map((row) => Object.values(row)),
    [
      [WEEKS[0], 3_890, 3_890, 3_890, 3_890, null, null, null],
      [WEEKS[1], 3_890, 70, 0, 5, null, null, ofOurs(420, 7)],
      [WEEKS[2], null, null, null, null, null, null, ofOurs(450, 8)],
      [WEEKS[3], null, null, null, null, null, null, null],
    ],
  );
});

test('the copy in ClickHouse is mended alike, and once', async (t) => {
  const { postgres, clickhouse } = await openTestStores(t);
  const week = { domain: 'a.com', as_of: '2026-01-01', source: 'summary', captured_at: '2026-01-01 00:00:00.000', backlinks: 9 };
  const old = [
    { ...week, year_week: '202601', count_news: 3_890, links_platform_types: TYPES },
    { ...week, year_week: '202602', count_news: 420, count_social: 7, count_owned: 1, links_platform_types: TYPES },
    { ...week, year_week: '202603', count_news: 450, count_social: 8 },
  ];
  await clickhouse.insertLines('backlink_snapshots', old.map((row) => JSON.stringify(row)).join('\n'), 'old');
  const read = async () => await clickhouse.query(listWeeks, {});
  for (let time = 0; time < 2; time += 1) {
    await postgres.query('delete from clickhouse_migrations');
    await migrateClickHouse({ clickhouse, postgres, cluster: undefined, logger: makeLogger('fatal') });
    assert.deepEqual(await read(), [
      { year_week: '202601', count_news: 3_890, forums: null, count_social: null, ours: 0, backlinks: 9 },
      { year_week: '202602', count_news: 3_890, forums: 5, count_social: null, ours: 420, backlinks: 9 },
      { year_week: '202603', count_news: null, forums: null, count_social: null, ours: 450, backlinks: 9 },
    ]);
  }
});

const listWeeks = {
  name: 'test-list-mended-weeks',
  sql: `select year_week, count_news, count_forums as forums, count_social, classified['news'] as ours, backlinks
        from backlink_snapshots final order by year_week`,
  params: z.object({}),
  row: z.record(z.string(), z.unknown()),
};
