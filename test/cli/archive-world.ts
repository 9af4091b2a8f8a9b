import assert from 'node:assert/strict';
import { packEvidence } from '#areas/rankings/evidence/pack-evidence.ts';
import { listRawAnswers } from '#areas/rankings/evidence/raw-answers.ts';
import { makeLogger } from '#kernel/logger.ts';
import { packBytes } from '#kernel/packed-bytes.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { openKeys } from '#stores/secrets/index.ts';
import { areas } from '#areas/index.ts';
import { toArchiveContents } from '../../src/cli/archive/contents.ts';
import type { OpenStores } from '../../src/cli/archive/open-stores.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { TestApp } from '../support/app.ts';
import type { TestStores } from '../support/index.ts';
import * as filled from './archive-rows.ts';
import { advanceDay, makeProject, track } from '../support/rankings-api.ts';
import { waitUntil } from '../support/wait-until.ts';

const contents = toArchiveContents(areas);
/** Stores as the commands open them. */
export function toOpenStores({ postgres, clickhouse, dataDir }: Pick<TestStores, 'postgres' | 'clickhouse' | 'dataDir'>): OpenStores {
  const logger = makeLogger('fatal');
  const stores = { postgres, clickhouse, contents, config: { clickhouseCluster: undefined }, logger };
  return {
    ...stores,
    openKeys: () => openKeys({ secretsKey: undefined, secretsKeyOld: undefined, isShared: true, dataDir, postgres, logger }),
  };
}

/** What the test asks for on both sides, and by which ids. */
export interface ArchivedWorld {
  readonly projectId: string;
  readonly otherId: string;
  readonly keywordId: string;
  readonly runId: string;
  readonly taskId: string;
  readonly assetId: string;
  readonly domain: string;
}

/**
 * Two projects that share keywords, over two days, with every kind of row: some of ClickHouse's rows
 * have arrived and some still wait, and some answers as received are packed.
 */
export async function fillWorld(app: TestApp): Promise<ArchivedWorld> {
  const { api, stores } = app;
  const { body: world } = await app.sandbox.get('/_sandbox/world');
  const keywords: string[] = world.keywords
    .filter((keyword: { location_code: number; language_code: string }) => keyword.location_code === 2840 && keyword.language_code === 'en')
    .slice(0, 3)
    .map((keyword: { keyword: string }) => keyword.keyword);
  const projectId = await makeProject(api, ['invoicenest.com', 'ledgerwise.app']);
  const otherId = await makeProject(api, ['ledgerwise.app']);
  await track(app, projectId, keywords);
  await track(app, otherId, keywords.slice(0, 2));
  await stores.outbox.flush();
  while ((await packEvidence(stores)) > 0);
  await advanceDay(app);
  const { body: checked } = await api.post('/api/rankings/track', {
    force: true,
    keywords: keywords.slice(0, 2).map((keyword_text) => ({ project_id: projectId, keyword_text })),
  });
  const { body: tracked } = await api.post('/api/keywords/track', {
    project_id: projectId,
    keyword_text: 'left alone again',
    check_interval: 'manual',
  });
  await api.post('/api/keywords/untrack', { project_id: projectId, keyword_ids: [tracked.keywords[0].keyword_id] });
  await api.put('/api/admin/config', { budgets: { llm_daily_usd: 12.5 } });
  await fillOtherTables(stores.postgres, projectId);
  const { rows } = await stores.postgres.query<{ id: string; keywordId: string }>(
    `select id, keyword_id from serp_runs where keyword_id = $1 order by created_at, id`,
    [checked.results[0].keyword_id],
  );
  await waitUntil(async () => {
    const { rows: open } = await stores.postgres.query('select 1 from tracked_keywords where labelled_at is null limit 1');
    return open.length === 0;
  }, 'the words of all keywords to be read');
  const { body: assets } = await api.get(`/api/assets?project_id=${projectId}`);
  const [run] = rows;
  assert.ok(run);
  return {
    projectId,
    otherId,
    keywordId: run.keywordId,
    runId: run.id,
    taskId: 'task_archived',
    assetId: assets.assets[0].id,
    domain: 'invoicenest.com',
  };
}

/** Tables that the requests above leave empty, with values that are easily lost on the way. */
async function fillOtherTables(sql: Sql, projectId: string): Promise<void> {
  const statements = [
    `insert into tracked_apps (id, project_id, app_id, platform, created_at) values ('app_1', $1, '284882215', 'store_a', '2026-01-01 01:02:03.456789+00')`,
    `insert into serp_tasks (id, project_id, created_at, begun_at, ended_at) values ('task_archived', $1, now(), now(), now())`,
    `insert into serp_task_keywords (task_id, place, "check", status, result, error)
     select 'task_archived', place,
       '{"keywordId":"kw_1","engine":"engine_a","channel":"seo","keyword":"a","locationCode":2840,"languageCode":"en","device":"desktop","depth":10}',
       'failed', null, 'no answer, "quoted" \\ 😀' from generate_series(0, 1) place where $1 <> ''`,
    `insert into queued_checks (id, dispatch_id, batch, keyword_id, engine, channel, project_ids, updated_at)
     values ('qc_1', 'wf_1', 'b', 'kw_1', 'engine_a', 'seo', array[$1, 'a,b "c"'], now())`,
    `insert into serp_answers (kind, tag, body, received_at) select 'postback', 'tag', '\\x00ff1f8b'::bytea, now() where $1 <> ''`,
    `insert into budget_windows (budget, scope, window_start, spent_usd) select 'run', 'r', now(), 0.000001 where $1 <> ''`,
    `insert into spend_reservations (id, service, endpoint, estimate_usd, tag, scope, windows, posted_at)
     select 'spend_1', 's', 'e', 123456.654321, 't', '{}', '[]', now() where $1 <> ''`,
    `insert into dead_letters (id, queue, workflow, workflow_id, payload, error, attempts)
     select 'dl_1', 'general-tasks', 'x', 'wf_9', '{"big": 12345678901234567890, "text": "a\\u2028b"}', 'boom', 4 where $1 <> ''`,
    `insert into audit_log (id, at, actor_kind, actor_id, actor_name, method, path, subject, status, address, request_id)
     select 'aud_1', now(), 'key', 'key_1', 'a "name"', 'PUT', '/api/admin/config', '{"x":1}', 200, '127.0.0.1', 'req_1' where $1 <> ''`,
    ...filled.ROWS_OF_PEOPLE,
    `insert into mails (id, kind, to_address, status, tries, created_at, sent_at)
     select 'mail_1', 'test', 'ada@example.com', 'sent', 2, now(), now() where $1 <> ''`,
    `insert into job_runs (id, job_id, type, config, trigger, status, metadata, created_at, completed_at)
     select 'run_job', 'job_admin_catalog_refresh', 'x', '{}', 'api', 'failed',
       '{"categories_queued":1,"categories_processed":1,"apps_discovered":0,"errors":0}', now(), now() where $1 <> ''`,
    `insert into job_queue_items (run_id, place, id, category_id, status, created_at, completed_at)
     select 'run_job', 0, 'qi_1', '6', 'completed', now(), now() where $1 <> ''`,
    `insert into keyword_figures (id, source, normalized_text, location_code, language_code, due_at, monthly_searches, cpc)
     select 'fig_1', 'labs', 'a', 2840, 'en', now(), '[{"year":2026,"month":1,"search_volume":5}]', 0.1 where $1 <> ''`,
    ...[...filled.ROWS_OF_DOMAINS, ...filled.ROWS_OF_CLASSIFICATION].map((insert) => `${insert} where $1 <> '' on conflict do nothing`),
    `insert into keyword_source_figures (figures_id, source, search_volume, monthly_searches, known_at)
     select 'fig_1', 'clickstream', 7, '[{"year":2026,"month":1,"search_volume":7}]', now() where $1 <> ''`,
    `insert into keyword_data_settings (project_id, with_clickstream, history_months, updated_at) values ($1, true, 84, now()) on conflict do nothing`,
    ...filled.ROWS_OF_TAGS,
    ...filled.ROWS_OF_LISTS,
    ...filled.ROWS_OF_IMPORTS,
    ...filled.ROWS_OF_ANSWERS,
    ...filled.ROWS_OF_RESEARCH,
    ...filled.ROWS_OF_APPS,
    ...filled.ROWS_OF_VIEWS,
    `update keywords set figures_id = 'fig_1' where id = (select min(keyword_id) from tracked_keywords where project_id = $1)`,
  ];
  for (const statement of statements) await sql.query(statement, [projectId]);
  const { rows } = await sql.query<{ keywordId: string }>(
    'select min(keyword_id) as keyword_id from tracked_keywords where project_id = $1',
    [projectId],
  );
  const snapshot = (day: string) =>
    JSON.stringify({
      keyword_id: rows[0]?.keywordId,
      keyword: 'a',
      project_id: projectId,
      cpc: 0.1,
      monthly_searches: [{ month: 1, year: 2026, volume: 5 }],
      captured_at: `${day} 00:00:00.123`,
    });
  await sql.query(`insert into outbox (table_name, rows_count, lines) values ('keyword_snapshots', 2, $1)`, [
    `${snapshot('2025-12-01')}\n${snapshot('2026-01-01')}`,
  ]);
  await sql.query(`insert into outbox (table_name, rows_count, packed) values ('keyword_snapshots', 1, $1)`, [
    packBytes(snapshot('2026-02-01')),
  ]);
  await sql.query(`insert into outbox (table_name, rows_count, lines) values ('ranking_days', 1, $1)`, [
    JSON.stringify({ project_id: projectId, day: '2020-01-01', source_rows: 1, sums: '[]', computed_at: '2020-01-02 00:00:00.000' }),
  ]);
  await sql.query(`insert into outbox (table_name, rows_count, lines) values ('monthly_keyword_searches', 1, $1)`, [
    JSON.stringify({ keyword_id: rows[0]?.keywordId, year: 2026, month: 1, search_volume: 5, created_at: '2026-02-01 00:00:00.000' }),
  ]);
  await sql.query(`insert into outbox (table_name, rows_count, lines) values ('backlink_snapshots', 2, $1)`, [
    ['invoicenest.com', 'of-nobody.com']
      .map((domain) =>
        JSON.stringify({
          domain,
          year_week: '202653',
          as_of: '2027-01-03',
          source: 'history',
          backlinks: 5,
          links_platform_types: { '': 1 },
          captured_at: '2027-01-04 00:00:00.000',
        }),
      )
      .join('\n'),
  ]);
  await sql.query(`insert into outbox (table_name, rows_count, lines) values ('similarity_examples', 1, $1)`, [
    JSON.stringify({
      kind: 'domain',
      origin: 'seed',
      item: 'links.net',
      vector: Array.from({ length: 356 }, (_none, at) => at / 1_000),
      labels: { domain_type: 'news' },
      confidence: 95,
      added_at: '2026-01-01 00:00:00.123',
    }),
  ]);
  await sql.query(`insert into outbox (table_name, rows_count, lines) values ('app_keyword_positions', 1, $1)`, [
    JSON.stringify({
      platform: 'store_a',
      storefront: 'us',
      language_code: 'en',
      keyword: 'a "keyword"',
      check_date: '2026-01-01',
      checked_at: '2026-01-01 00:00:00.123',
      position: 3,
      app_id: '284882215',
      checked_depth: 100,
    }),
  ]);
  await sql.query(`insert into outbox (table_name, rows_count, lines) values ('app_analytics', 1, $1)`, [
    JSON.stringify({ app_id: 'a', platform: 'store_a', captured_at: '2026-01-01T00:00:00.000Z', rating: 4.7, price: 1.99 }),
  ]);
}

const LISTS = [
  '/api/projects?organization_id=ORG',
  '/api/projects/PROJECT',
  '/api/assets?project_id=PROJECT',
  '/api/assets/ASSET',
  '/api/project-keywords?project_id=PROJECT',
  '/api/subscriptions?project_id=PROJECT',
  '/api/rankings?project_id=PROJECT&limit=200',
  '/api/rankings?project_id=PROJECT&keyword_id=KEYWORD&start_date=2020-01-01&limit=200',
  '/api/rankings/runs/RUN',
  '/api/rankings/summary?project_id=PROJECT',
  '/api/serp/tasks/TASK',
  '/api/classify?project_id=PROJECT',
  '/api/classify/list_1/items',
  '/api/domain-metrics?domain=DOMAIN',
  '/api/admin/costs/project/PROJECT',
  '/api/admin/costs/by-project',
  '/api/admin/costs/daily?days=30&project_id=PROJECT',
  '/api/admin/costs/recent?limit=200',
  '/api/admin/queue/dead-letter',
];

/** What the API answers about a world: every list and record that has something to say. */
export async function readWorld(api: ApiClient, world: ArchivedWorld, kind: 'all' | 'project'): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const pattern of LISTS) {
    // Of the service, and not of a project.
    if (kind === 'project' && /by-project|recent|dead-letter|domain-metrics/u.test(pattern)) continue;
    const path = pattern
      .replace('PROJECT', world.projectId)
      .replace('ORG', 'org_rankings')
      .replace('ASSET', world.assetId)
      .replace('KEYWORD', world.keywordId)
      .replace('RUN', world.runId)
      .replace('TASK', world.taskId)
      .replace('DOMAIN', world.domain);
    const { status, body } = await api.get(path);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    answers[pattern] = body;
  }
  return answers;
}

/** Every row of every table that an archive of everything holds, as text in one order. */
export async function dumpTables(stores: Pick<TestStores, 'postgres' | 'clickhouse'>): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const { table, all, isOptional } of contents.relational) {
    if (isOptional !== undefined || table === 'serp_evidence') continue;
    const { rows } = await stores.postgres.query<{ line: string }>(
      `select row_to_json(t)::text as line from ${table} t ${all === undefined ? '' : `where ${all}`} order by 1`,
    );
    tables[table] = rows.map(({ line }) => line);
  }
  tables['serp_evidence'] = await dumpEvidence(stores);
  return tables;
}

/** Every answer as received, packed or not. */
async function dumpEvidence(stores: Pick<TestStores, 'postgres' | 'clickhouse'>): Promise<string[]> {
  const { rows } = await stores.postgres.query<{ runId: string }>(
    `select run_id from serp_evidence union select evidence_of from serp_answers where status = 'evidence' order by 1`,
  );
  const lines: string[] = [];
  for (const { runId } of rows) for (const answer of await listRawAnswers(stores, runId)) lines.push(JSON.stringify({ runId, ...answer }));
  return lines;
}

/** Every row of ClickHouse. */
export async function dumpAnalytics({ clickhouse }: Pick<TestStores, 'clickhouse'>): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const { table } of contents.analytics) {
    let text = '';
    for await (const piece of clickhouse.streamLines(`select * from ${table}`)) text += piece;
    tables[table] = text
      .split('\n')
      .filter((line) => line !== '')
      .toSorted();
  }
  return tables;
}
