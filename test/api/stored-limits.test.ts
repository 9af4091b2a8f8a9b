import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sql } from '#stores/postgres/types.ts';
import type { Answer } from '../support/api-client.ts';
import { startTestApp } from '../support/app.ts';
import { makeLimits, type Limit } from '../support/stored-limits.ts';

/** Tables without a limit of their own, by what keeps a key from filling them. */
const BOUNDED_OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  'src/areas/projects/create-project.test.ts': ['projects'],
  'src/areas/people/keys/manage-api-keys.test.ts': ['api_keys'],
  'the oldest end': ['sessions'],
  'test/api/passkeys.test.ts': ['passkeys'],
  'test/api/assistants-buying.test.ts': ['assistant_quotes'],
  'test/api/members.test.ts': ['invitations', 'memberships'],
  'a few for each row of a table with a limit': [
    'answer_brands',
    'answer_plans',
    'canonical_keywords',
    'classification_list_items',
    'current_rankings',
    'customer_subscriptions',
    'inbox_marks',
    'inbox_reads',
    'import_keywords',
    'import_notes',
    'import_parts',
    'import_rejects',
    'keyword_categories',
    'keyword_data_settings',
    'keyword_edits',
    'keyword_notes',
    'keyword_tags',
    'keywords',
    'mail_addresses',
    'organizations',
    'project_limits',
    'queries',
    'ranking_changes',
    'ranking_totals',
    'recovery_codes',
    'search_console_bindings',
    'search_console_days',
    'search_console_faults',
    'search_console_inspections',
    'search_console_syncs',
    'secrets',
    'serp_task_keywords',
    'totp_factors',
    'tracked_apps',
  ],
  'comes with what was paid for, within the budgets': [
    'answer_corrections',
    'answer_samples',
    'api_costs',
    'backlinks',
    'brand_properties',
    'categories',
    'cost_hours',
    'domain_fetches',
    'domain_keywords',
    'domain_readers',
    'domain_summaries',
    'keyword_figures',
    'keyword_source_figures',
    'link_change_days',
    'link_looks',
    'referring_domains',
    'research_clusters',
    'research_keywords',
    'research_pages',
  ],
  'read from the stores of apps, in turns': [
    'app_categories',
    'app_category_rankings',
    'app_changes',
    'app_rating_days',
    'app_recommendations',
    'app_review_reads',
    'app_reviews',
    'app_searches',
    'apps',
  ],
  'removed after some time': [
    'app_store_evidence',
    'audit_log',
    'cache_entries',
    'crawl_job_runs',
    'crawl_category_status',
    'crawl_seen_apps',
    'dead_letters',
    'alert_items',
    'alert_rounds',
    'alert_states',
    'alerts',
    'digest_runs',
    'export_runs',
    'idempotency_keys',
    'job_queue_items',
    'job_runs',
    'keyword_answer_readers',
    'keyword_answers',
    'live_pages',
    'inbox_entries',
    'mails',
    'mail_tokens',
    'model_asks',
    'notification_tries',
    'notifications',
    'outbox',
    'outbox_batches',
    'passkey_challenges',
    'password_resets',
    'pending_sign_ins',
    'purchase_claims',
    'queued_checks',
    'rate_limits',
    'rate_places',
    'search_console_flows',
    'serp_answers',
    'serp_evidence',
    'serp_runs',
    'setup_tokens',
    'sign_in_flows',
    'sign_in_links',
    'spend_reservations',
    'workflow_events',
    'workflow_marks',
  ],
  "operators' and the service's own": [
    'budget_windows',
    'business_types',
    'classification_corrections',
    'classification_rules',
    'clickhouse_migrations',
    'correction_patterns',
    'learned_blends',
    'location_tails',
    'locations',
    'schedule_versions',
    'schema_migrations',
    'service_facts',
    'settings',
    'users',
    'worker_heartbeats',
  ],
  'test/api/imports.test.ts': ['import_templates'],
  'test/api/search-console-connections.test.ts': ['search_console_connections', 'search_console_properties'],
  'test/api/sign-in-settings.test.ts': ['domains_proved', 'identities', 'sign_in_providers'],
  'a short row for each name that is asked about, no faster than a key may ask': ['classifications', 'domains', 'urls'],
};

const KEYWORDS_MAX = 40;

test('what a key can store has an end, also when it asks many times at once', async (t) => {
  const world = await startTestApp(t, { environment: { KEYWORDS_PER_PROJECT_MAX: String(KEYWORDS_MAX), KEYWORD_ENRICHMENT: 'off' } });
  const { postgres } = world.stores;
  const { body: project } = await world.api.post('/api/projects', { name: 'Full', organization_id: 'org_full' });
  const projectId: string = project.project_id;
  const limits = await makeLimits(world, projectId, KEYWORDS_MAX);

  await t.test('every table has a limit, or is bounded otherwise', async () => {
    const { rows } = await postgres.query<{ name: string }>(
      `select relname as name from pg_class
       where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`,
    );
    const named = [...limits.map(({ table }) => table), ...Object.values(BOUNDED_OTHERWISE).flat()];
    assert.deepEqual(
      named.toSorted(),
      rows.map(({ name }) => name),
    );
  });

  for (const limit of limits) await t.test(limit.table, () => meetsLimit(postgres, projectId, limit));

  await t.test('links that are over stay in the list, and not without end', async () => {
    for (const round of [1, 2]) {
      await postgres.query(
        `insert into public_shares select (jsonb_populate_record(share, jsonb_build_object(
           'id', share.id || 'r${round}' || n, 'token_hash', sha256((share.id || 'r${round}' || n)::bytea), 'revoked_at', now()))).*
         from public_shares share, generate_series(1, 600) n
         where share.ctid = (select ctid from public_shares where project_id = $1 limit 1)`,
        [projectId],
      );
      const [open] = (await postgres.query<{ id: string }>('select id from public_shares where revoked_at is null limit 1')).rows;
      await world.api.delete(`/api/shares/${open?.id}`);
      assert.equal((await world.api.post('/api/shares', { project_id: projectId, name: 'next', sections: ['keywords'] })).status, 201);
      const { rowCount } = await postgres.query('select from public_shares where revoked_at is not null');
      assert.equal(rowCount, 500);
    }
  });
});

const TRIES = 6;
const ROOM = 2;

/** Fills all but two places, and asks for six at once. */
async function meetsLimit(postgres: Sql, projectId: string, limit: Limit): Promise<void> {
  const { add, free, refusal = 409 } = limit;
  const isDone = ({ status }: Answer): boolean => status >= 200 && status < 300;
  const first = await add(0);
  assert.ok(isDone(first), JSON.stringify(first.body));
  await fillUp(postgres, projectId, limit);
  const many = await Promise.all(Array.from({ length: TRIES }, (_, at) => add(at + 1)));
  const refused = many.filter(({ status }) => status === refusal);
  assert.deepEqual([many.filter(isDone).length, refused.length], [ROOM, TRIES - ROOM], JSON.stringify(many.map(({ body }) => body)));
  if (refusal === 409) assert.match(refused[0]?.body.error, /^Too many /u);
  if (free === undefined) return;
  assert.equal((await free(first)).status, 200);
  assert.ok(isDone(await add(TRIES + 1)), 'the place that was freed');
}

async function fillUp(postgres: Sql, projectId: string, { table, max, fill, isOfService = false }: Limit): Promise<void> {
  if (typeof fill !== 'string') {
    assert.equal((await fill(max - ROOM - 1)).status, 200);
    return;
  }
  const scope = isOfService ? '$1::text is not null' : 'project_id = $1';
  await postgres.query(
    `insert into ${table} select (jsonb_populate_record(one, jsonb_build_object(${fill}))).*
     from ${table} one, generate_series(1, $2::integer - (select count(*) from ${table} where ${scope})::integer) n
     where one.ctid = (select ctid from ${table} where ${scope} limit 1)`,
    [projectId, max - ROOM],
  );
}
