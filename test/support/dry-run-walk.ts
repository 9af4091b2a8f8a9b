import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { TEST_ADMIN_KEY, type TestApp } from './app.ts';
import { endCrawls } from './end-crawls.ts';
import { plainRequests, type WalkRequest } from './openapi-walk-requests.ts';
import { sendRequest, writeRequest, type WalkReply } from './openapi-walk-send.ts';
import { makeToken, type Section } from './openapi-walk-suite.ts';
import { makeThings } from './openapi-walk-world.ts';
import type { WalkOperation } from './openapi-walk.ts';
import { takeShare } from './test-width.ts';

/** Dry runs of everything in the document that a caller can change or start. */

const TRIGGER = 'POST /api/admin/workflow/{type}';
/** A good payload of every workflow that can be started by hand, which its dry run must find work for. */
const PAYLOADS: Readonly<Record<string, object>> = {
  'domain-onboard': { domain: 'never-onboarded.com' },
  'asset-onboard': { project_id: '§project_id§', asset_type: 'website', value: 'never-added.com' },
  'serp-tracking': { project_id: '§project_id§', force: true },
  'subscription-dispatch': {},
  'url-classify': { url: 'https://example.com/a' },
  'keyword-classify': { keyword: 'shoes' },
  'answer-round': {},
  'domain-classify': { domain_id: 1, domain: 'example.com' },
  'app-details': { app_id: 'com.example.app', platform: 'store_b' },
  'crawl-run': { platform: 'store_b' },
};
/** Good bodies that no schema can say. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /api/projects': { name: 'Shop', organization_id: 'org_dry' },
  'POST /api/project-keywords/bulk': { project_id: '§project_id§', keyword_ids: ['§keyword_id§'], check_interval: 'weekly' },
  'POST /api/keywords/gap': { targets: ['example.com', 'example.org'], fetch: true },
  'POST /api/admin/classifier/corrections': { url_id: '§url_id§', corrected_page_type: 'article' },
  'POST /api/admin/urls/feedback': { url_id: '§url_id§', is_correct: true },
  'POST /debug/dataforseo': { endpoint: '/v3/serp/google/organic/live/advanced', payload: [{ keyword: 'shoes' }] },
};
/** It is run dry by a workflow of its own, which leaves its row. */
export const RUNS_DRY = 'subscription-dispatch';
/** Reads of the provider that cost nothing and are made by schedules. */
const FREE = /\/tasks_ready$|\/id_list$|\/appendix\//u;
/** Written by every request or by the clock, whatever is asked. */
const OWN_LIFE = ['api_keys', 'audit_log', 'cache_entries', 'rate_limits', 'rate_places', 'worker_heartbeats'];
/** Good requests all the same: what is asked for is in another state. */
const REFUSALS = [409];
const SETTLE_MS = 300_000;

export interface DryRun {
  readonly name: string;
  readonly operation: WalkOperation;
  readonly request: WalkRequest;
}

/** No dry run makes an outside call; one of an endpoint that can spend answers its estimate and changes no row. */
export const dryRunsCostNothing: Section = async ({ world, server, operations }) => {
  const ids = await makeThings(world.api, world.stores.postgres, { organization: 'org_dry' });
  await makeDueAnswers(world, ids['project_id'] ?? '');
  const spending = await listSpending(world);
  const unclear = joinAreas(areas).endpoints.filter((one) => one.spends === true && !spending.has(`${one.method} ${one.path}`));
  assert.deepEqual(unclear, [], 'an endpoint that spends answers an estimate');
  const token = await makeToken(world);
  await endCrawls(server);
  await settle(world);
  const calls = await countCalls(world);

  for (const { name, operation, request } of takeShare(await listDryRuns(world, operations), 7)) {
    const isSpending = spending.has(operation.name);
    const rows = isSpending ? await readRows(world) : {};
    const sent = writeRequest(operation, request, ids);
    const reply = await sendRequest(server, operation, sent, { headers: { 'x-api-key': TEST_ADMIN_KEY }, token });
    await settle(world);
    assert.equal(await countCalls(world), calls, `${name} called outside, and answered ${reply.text.slice(0, 300)}`);
    assert.ok(reply.status < 300 || REFUSALS.includes(reply.status), `${name} was not tried: ${reply.text}`);
    if (!isSpending) continue;
    assertEstimate(name, reply);
    if (!name.endsWith(RUNS_DRY)) assert.deepEqual(await readRows(world), rows, `${name} changed rows`);
  }
};

/** A plan of so many samples a week, and as old, that some of them are always due. */
async function makeDueAnswers({ api, stores }: TestApp, projectId: string): Promise<void> {
  const plan = { project_id: projectId, surfaces: ['chat_gpt'], samples_per_week: 20 };
  assert.equal((await api.put('/api/answers/plan', plan)).status, 200);
  for (const table of ['answer_plans', 'answer_prompts'])
    await stores.postgres.query(`update ${table} set created_at = created_at - interval '2 days' where project_id = $1`, [projectId]);
}

/** Names of the operations whose answer can be an estimate. */
export async function listSpending({ api }: TestApp): Promise<ReadonlySet<string>> {
  const { paths } = (await api.get('/openapi.json')).body as { paths: Record<string, Record<string, { responses: object }>> };
  const names = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses }]) =>
      JSON.stringify(responses).includes('"#/components/schemas/Estimate"') ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  );
  return new Set(names);
}

/** The plain requests of everything that takes `dry_run`, and of every type of workflow; the rest refuses it (`unknown-fields-walk.ts`). */
export async function listDryRuns({ api }: TestApp, operations: readonly WalkOperation[]): Promise<DryRun[]> {
  const { details } = (await api.post('/api/admin/workflow/nonsense', {})).body;
  assert.deepEqual(details.types.toSorted(), Object.keys(PAYLOADS).toSorted(), 'every workflow that can be started has a payload here');
  // Those whose dry run needs a keyword come before those that take it away.
  const isTrigger = ({ name }: WalkOperation): boolean => name === TRIGGER;
  const changing = operations.filter(takesDryRun).toSorted((one, other) => Number(isTrigger(other)) - Number(isTrigger(one)));
  return changing.flatMap((operation) => {
    const plain = plainRequests(operation).map((request) => withDryRun(request, BODIES[operation.name] ?? request.body?.value));
    if (!isTrigger(operation)) return plain.map((request) => ({ name: operation.name, operation, request }));
    return Object.entries(PAYLOADS).flatMap(([type, payload]) =>
      plain.map((request) => ({
        name: `${TRIGGER} of ${type}`,
        operation,
        request: withDryRun({ ...request, params: { type } }, payload),
      })),
    );
  });
}

/** Whether a form of the body has the field. */
export function takesDryRun({ bodyForms }: WalkOperation): boolean {
  return bodyForms.some((form) => 'dry_run' in ((form['properties'] as object | undefined) ?? {}));
}

function withDryRun(request: WalkRequest, body: unknown): WalkRequest {
  return typeof body === 'object' && body !== null ? { ...request, body: { value: { ...body, dry_run: true } } } : request;
}

function assertEstimate(name: string, { status, text }: WalkReply): void {
  assert.equal(status, 200, `${name}: ${text}`);
  const { dry_run: isDryRun, estimate } = JSON.parse(text) as { dry_run: unknown; estimate: Record<string, unknown> };
  assert.equal(isDryRun, true, `${name}: ${text}`);
  assert.ok(Number.isInteger(estimate['calls']) && typeof estimate['cost_usd'] === 'number', `${name}: ${text}`);
  if (name.startsWith(TRIGGER) && !name.endsWith(RUNS_DRY)) assert.ok(estimate['cost_usd'] > 0, `${name}: ${text}`);
}

async function countCalls({ sandbox }: TestApp): Promise<number> {
  const { entries } = (await sandbox.get('/_sandbox/calls')).body as { entries: { path: string }[] };
  return entries.filter(({ path }) => !FREE.test(path)).length;
}

/** Waits until nothing that was started is left to do, also of what begins some seconds later, and its rows are where they belong. */
export async function settle({ app }: TestApp): Promise<void> {
  const { postgres, outbox } = app.context;
  const names = joinAreas(areas).workflows.map(({ name }) => name);
  for (const end = performance.now() + SETTLE_MS; ; await sleep(20)) {
    const { rows } = await postgres.query<{ name: string }>(
      `select name from dbos.workflow_status where status in ('ENQUEUED', 'DELAYED', 'PENDING') and name = any ($1)`,
      [names],
    );
    if (rows.length === 0) break;
    assert.ok(performance.now() < end, `these workflows have not ended: ${rows.map(({ name }) => name).join(' ')}`);
  }
  await outbox.flush();
}

/** What each table holds, in one number. */
async function readRows({ app }: TestApp): Promise<Readonly<Record<string, string>>> {
  const { postgres } = app.context;
  const { rows: tables } = await postgres.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and not table_name = any ($1) order by table_name`,
    [OWN_LIFE],
  );
  const sums = tables.map(
    ({ name }) => `select '${name}' as name, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum from ${name} t`,
  );
  const { rows } = await postgres.query<{ name: string; sum: string }>(sums.join(' union all '));
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}
