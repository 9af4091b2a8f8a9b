import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino, type Logger } from 'pino';
import { SECTION_NAMES } from '#areas/shares/wire/shares.ts';
import { hashKey } from '#http/auth.ts';
import { newId } from '#kernel/ids.ts';
import { packBytes } from '#kernel/packed-bytes.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { recordDeadLetter } from '#workflows/queues/dead-letters.ts';
import { makeWalkedAnswer } from './walked-answer.ts';
import { makeWalkedExport } from './walked-export.ts';
import { makeCommittedImport, makeWalkedImport } from './walked-import.ts';
import { makeWalkedConsole } from './walked-search-console.ts';
import { makeWalkedList } from './walked-list.ts';
import type { ApiClient } from './api-client.ts';
import { makeUrl } from './classified-rows.ts';
import { makePeople } from './openapi-walk-people.ts';
import type { Ids } from './openapi-walk-send.ts';
import { makeWalkedAlert } from './walked-alert.ts';
import { makeWalkedLink } from './walked-mail.ts';
import { makeDelivery, makeWalkedChannel } from './walked-channel.ts';
import { WALKED_TOKEN } from './openapi-walk-values.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';

/** Things for requests to name: a project of an organization with everything that hangs on it. */

const WORKFLOW_TYPE = 'serp-tracking';

/**
 * Makes a project with a site, a tracked keyword, a SERP task, a key and a dead letter, and a job.
 * @param keyword a text that no other test request tracks, where the things must stay as they are
 */
export async function makeThings(
  api: ApiClient,
  sql: Sql,
  { organization, keyword = 'walked keyword' }: { organization: string; keyword?: string },
): Promise<Ids> {
  const project = await made(api.post('/api/projects', { name: 'Shop', organization_id: organization }));
  const projectId: string = project.project_id;
  const asset = await made(
    api.post('/api/assets', { project_id: projectId, type: 'website', value: 'example.com', skip_onboarding: true }),
  );
  const tracked = await made(api.post('/api/keywords/track', { project_id: projectId, keyword, depth: 10 }));
  const { tag } = await made(api.post('/api/tags', { project_id: projectId, name: 'walked' }));
  // Lists that are asked for by the tag have a row.
  const keywordId: string = tracked.keywords[0].keyword_id;
  await made(api.put(`/api/project-keywords/${keywordId}`, { project_id: projectId, tag_ids: [tag.id] }));
  const task = await made(api.post('/api/serp/tasks/create', { project_id: projectId, keywords: [{ keyword, depth: 10 }] }));
  const job = await made(api.post('/api/jobs', { name: 'Walked', type: 'customer_app_tracking' }));
  await makeApp(sql);
  const view = await made(api.post('/api/views', { project_id: projectId, screen: 'keywords', name: 'Walked', shared: true }));
  const about = { scope: 'project', project_id: projectId };
  const annotation = await made(api.post('/api/annotations', { ...about, date: '2026-11-10', text: 'walked' }));
  const share = await made(api.post('/api/shares', { project_id: projectId, name: 'Walked', sections: ['overview'] }));
  const digest = await made(
    api.post('/api/digests', { name: 'Walked', scope: { kind: 'project', project_ids: [projectId] }, every: 'week', enabled: false }),
  );
  await makeShare(sql, projectId);
  await makeWalkedLink(sql);
  const key = await made(api.post('/api/admin/api-keys', { name: 'bystander', scopes: ['read'], organization_id: organization }));
  await makeTrackedApps(sql, projectId);
  const session = await made(api.post('/api/session', { api_key: key.key }));
  return {
    ...(await makePeople(sql, organization)),
    organization_id: organization,
    project_id: projectId,
    asset_id: asset.asset_id,
    keyword_id: keywordId,
    tag_id: tag.id,
    task_id: task.task_id,
    view_id: view.view.id,
    annotation_id: annotation.annotation.id,
    share_id: share.share.id,
    digest_id: digest.digest.id,
    job_id: job.id,
    workflow_type: WORKFLOW_TYPE,
    workflow_id: tracked.serp_tracking.workflow_id,
    'api-keys': key.id,
    keys: key.id,
    sessions: session.session.id,
    'dead-letter': await makeDeadLetter(sql),
    'app-store': await makeEvidence(sql),
    delivery_id: await makeDelivery(sql),
    ...(await makeWalkedChannel(sql, projectId, organization)),
    ...(await makeWalkedImport(api, { projectId, organization })),
    ...(await makeCommittedImport({ api, sql }, projectId)),
    ...(await makeWalkedConsole(api, sql, { projectId, organization })),
    ...(await makeWalkedAnswer(api, projectId)),
    ...(await makeWalkedExport(api, projectId)),
    ...(await makeWalkedAlert(sql, { projectId, keywordId, organization })),
    ...(await makeRun(sql, projectId, tracked.keywords[0].keyword_id)),
    ...(await makeClassified(sql)),
    list_id: await makeWalkedList(sql, projectId, organization),
  };
}

/** One app of each store that the project tracks, with terms in two languages; none is due. */
async function makeTrackedApps(sql: Sql, projectId: string): Promise<void> {
  const walked = `(values ('store_a', '284882215'), ('store_b', 'com.example.app')) as walked (platform, app_id)`;
  await sql.query(
    `insert into tracked_apps (id, project_id, platform, app_id, created_at, next_run_at)
     select $1 || platform, $2, platform, app_id, now(), now() + interval '1 day' from ${walked}`,
    [newId('sub_'), projectId],
  );
  await sql.query(
    `insert into tracked_app_keywords (project_id, platform, storefront, app_id, keyword, language_code, created_at)
     select $1, platform, 'us', app_id, keyword, language_code, now() from ${walked},
       unnest(array['walked', 'running shoes', 'a']) as keyword, unnest(array['en', 'de']) as language_code`,
    [projectId],
  );
}

/** An app that is known, with a place, a change and an app that it recommends, and a hub of each store. */
async function makeApp(sql: Sql): Promise<void> {
  const statements = [
    `insert into apps (platform, storefront, app_id, title, icon_url, primary_category, last_seen_at, created_at, updated_at)
     values ('store_a', 'us', '284882215', 'Walked', 'https://is1-ssl.mzstatic.com/image/thumb/walked/512x512bb.png', '6007', now(), now(), now()) on conflict do nothing`,
    `insert into app_changes (platform, storefront, app_id, changed_at, field, old_value, new_value)
     values ('store_a', 'us', '284882215', now(), 'price', '1.99', '0') on conflict do nothing`,
    `insert into app_category_rankings (platform, storefront, category_id, chart, app_id, year_week, app_rank, category_type, category_section, scraped_at)
     values ('store_a', 'us', '6007', 'top-free', '284882215', '202647', 1, 'chart', 'apps', now()) on conflict do nothing`,
    `insert into app_categories (platform, storefront, id, name, category_type, category_section, first_seen_at, last_seen_at)
     select platform, 'us', 'walked', 'Walked', 'grouping', 'apps', now(), now() from unnest(array['store_a', 'store_b']) as store (platform)
     on conflict do nothing`,
    `insert into app_recommendations (id, platform, storefront, source_app_id, recommended_app_id, section, position, first_seen, last_seen)
     values ('rec_walked', 'store_a', 'us', '284882215', '284882216', 'similar', 1, now(), now()) on conflict do nothing`,
  ];
  for (const statement of statements) await sql.query(statement);
}

/** A share with a token that requests can name, of the first project. */
async function makeShare(sql: Sql, projectId: string): Promise<void> {
  await sql.query(
    `insert into public_shares (id, project_id, token_hash, name, sections, range, days, compare, allow_csv, show_annotations, created_by, created_at, updated_at)
     values ($1, $2, $3, 'Walked', $4, 'free', 28, 'previous', true, true, 'key_1', now(), now())
     on conflict (token_hash) do nothing`,
    [newId('shr_'), projectId, hashKey(WALKED_TOKEN), SECTION_NAMES],
  );
}

/** An answer of a store that could not be read. */
async function makeEvidence(sql: Sql): Promise<string> {
  const id = newId('ev_');
  await sql.query(
    `insert into app_store_evidence (id, url, http_status, missing, body, recorded_at)
     values ($1, 'https://apps.apple.com/us/app/id284882215', 200, '{title}', $2, now())`,
    [id, packBytes(Buffer.from('<html></html>'))],
  );
  return id;
}

/** The first number that the walks ask for. */
const PATTERN_ID = 10_001;

/** A page and a domain that a person can correct, and a pattern that suggests a rule. */
async function makeClassified(sql: Sql): Promise<Ids> {
  const urlId = await makeUrl(sql, `https://walked.example.com/${newId('run_')}`, {
    page_type: 'article',
    confidence: 60,
    source: 'rules',
  });
  const { rows } = await sql.query<{ id: number }>(
    `insert into domains (domain, created_at) values ('walked.example.com', now()) on conflict (domain) do update set domain = excluded.domain returning id`,
  );
  await sql.query(
    `insert into classifications (kind, subject_hash, subject, verdicts, confidence, source, depth, needs_review, classified_at)
     select 'domain', substring(sha256(convert_to(host, 'utf8')) for 16), host, '[]', 50, 'failed', 'paid', true, now()
     from unnest($1::text[]) as known (host) on conflict do nothing`,
    [['example.com', 'xn--bcher-kva.example.com']],
  );
  await sql.query(
    `insert into correction_patterns (id, entity_type, dimension, from_value, to_value, suggested_rule, created_at, last_seen_at)
     overriding system value values ($1, 'url', 'page_type', 'article', 'category_page', $2, now(), now()) on conflict (id) do nothing`,
    [PATTERN_ID, JSON.stringify({ feature: 'segment', value: 'walked', text: 'path /walked/', support: 3, counter_examples: 0 })],
  );
  return { url_id: String(urlId), domain_id: String(rows[0]?.id) };
}

/** A run of a keyword that was paid for and did not work, and the provider's task behind it. */
async function makeRun(sql: Sql, projectId: string, keywordId: string): Promise<Ids> {
  const runId = newId('run_');
  const taskId = newId('task_');
  const query = [`qry_${runId}`, keywordId, 'walked'];
  await sql.query(
    `insert into queries (id, keyword_id, keyword, location_code, language_code, device, engine, kind, created_at)
     values ($1, $2, $3, 2840, 'en', 'desktop', 'engine_a', 'organic', now())`,
    query,
  );
  await sql.query(
    `insert into serp_runs (id, query_id, keyword_id, engine, kind, project_id, status, depth, provider, check_date, created_at, fetched_at)
     values ($1, $2, $3, 'engine_a', 'organic', $4, 'failed', 10, 'dataforseo', current_date, now(), now())`,
    [runId, ...query.slice(0, 2), projectId],
  );
  await sql.query(
    `insert into api_costs (id, run_id, project_id, service, endpoint, cost_usd, task_id, source, created_at)
     values ($1, $2, $3, 'provider_serp', '/v3/serp/google/organic/live/advanced', 0.002, $4, 'api', now())`,
    [newId('cost_'), runId, projectId, taskId],
  );
  await sql.query(
    `insert into job_runs (id, type, config, trigger, status, metadata, created_at, completed_at)
     values ($1, 'admin_catalog_refresh', '{"platform": "store_a"}', 'api', 'completed',
       '{"categories_queued": 0, "categories_processed": 0, "apps_discovered": 0, "errors": 0}', now(), now())`,
    [runId],
  );
  await makeResearchRun(sql, runId, projectId);
  return { run_id: runId, provider_task_id: taskId };
}

/** A research run of the same id that waits for its confirmation again, with a page and a keyword. */
async function makeResearchRun(sql: Sql, runId: string, projectId: string): Promise<void> {
  const enrichment = {
    businessType: 'service',
    businessTypeConfidence: 0.9,
    businessFocus: 'walks',
    categories: [],
    seedKeywords: ['walk'],
    brandNames: ['walked'],
    languageCode: 'en',
    by: ['rules'],
    notes: [],
  };
  await sql.query(
    `insert into research_runs (id, project_id, organization_id, url, host, status, enrichment, confirmation, workflow_id, created_at, updated_at)
     select $1, id, organization_id, 'https://walked.example.com/', 'walked.example.com', 'awaiting_category_confirmation', $3, $4, 'wf_walked',
       now(), now() from projects where id = $2`,
    [runId, projectId, JSON.stringify(enrichment), JSON.stringify(WALKED_CONFIRMATION)],
  );
  await sql.query(
    `insert into research_pages (run_id, number, url, final_url, http_status, body, fetched_at)
     select $1, number, 'https://walked.example.com/', 'https://walked.example.com/', 200, $2, now() from generate_series(0, 5) as number`,
    [runId, packBytes('<html></html>')],
  );
  await sql.query(
    `insert into research_keywords (run_id, location_code, language_code, keyword, original_text, sources, status, score)
     values ($1, 2840, 'en', 'walked keyword', 'Walked keyword', array['domain_seed'], 'kept', 50)`,
    [runId],
  );
}

const WALKED_CONFIRMATION = {
  categories: [{ id: null, name: 'Walks', path: '/Walks', confidence: 1, assignedBy: 'user' }],
  businessFocus: 'walks',
  markets: [{ locationCode: 2840, locationName: 'United States', languageCode: 'en' }],
  appNames: [],
  limits: { keywordsMax: 10, costUsdMax: null },
};

async function made(asked: ReturnType<ApiClient['post']>): Promise<any> {
  const { status, body } = await asked;
  assert.ok(status < 300, JSON.stringify(body));
  return body;
}

async function makeDeadLetter(sql: Sql): Promise<string> {
  const workflowId = newId('wf_');
  await recordDeadLetter(sql, {
    queue: GENERAL_TASKS.name,
    workflow: 'spend-sweep',
    workflowId,
    payload: {},
    error: 'a failure',
    attempts: 4,
  });
  const { rows } = await sql.query<{ id: string }>('select id from dead_letters where workflow_id = $1', [workflowId]);
  return rows[0]?.id ?? '';
}

/** Waits until the workflow has ended. */
export async function waitForWorkflow(api: ApiClient, { workflow_type: type, workflow_id: id }: Ids): Promise<void> {
  for (;;) {
    const { body } = await api.get(`/api/admin/workflow/${type}/${id}`);
    if (body.status === 'completed') return;
    assert.ok(['queued', 'running'].includes(body.status), JSON.stringify(body));
    await sleep(50);
  }
}

/** Everything that can be read of the things. */
export async function readThings(api: ApiClient, ids: Ids): Promise<unknown> {
  const { project_id: projectId, asset_id: assetId } = ids;
  const paths = [
    `/api/projects/${projectId}`,
    `/api/projects?organization_id=${ids['organization_id']}&status=all`,
    `/api/assets/${assetId}`,
    `/api/assets?project_id=${projectId}`,
    `/api/project-keywords?project_id=${projectId}&status=all`,
    `/api/tags?project_id=${projectId}`,
    `/api/subscriptions?project_id=${projectId}&status=all`,
    `/api/rankings?project_id=${projectId}`,
  ];
  const answers = await Promise.all(paths.map(async (path) => [path, await made(api.get(path))] as const));
  return Object.fromEntries(answers);
}

/** A logger whose lines are kept, unredacted, for the test to read. */
export function makeRecordingLogger(level: string): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  return { lines, logger: pino({ base: null, level }, { write: (line: string) => void lines.push(line) }) };
}
