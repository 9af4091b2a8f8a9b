import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLogger } from '#kernel/logger.ts';
import { startTestApp, TEST_ADMIN_KEY, type TestApp } from '../support/app.ts';
import { breakClickHouse } from '../support/clickhouse-away.ts';
import { listDocumentedMetrics } from '../support/documented-metrics.ts';
import { parseMetrics } from '../support/metrics-text.ts';
import { openOtlpReceiver, type ReceivedSpan } from '../support/otlp-receiver.ts';
import { makeProject, PROVIDER } from '../support/rankings-api.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CALLER_SPAN_ID = 'b7ad6b7169203331';
const ENDPOINT = PROVIDER;

test('what the service reports of itself', async (t) => {
  const collector = await openOtlpReceiver(t);
  const lines: string[] = [];
  const world = await startTestApp(t, {
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    logger: makeLogger('debug', { destination: { write: (line: string) => void lines.push(line) } }),
  });
  const { api, anonymous, app } = world;
  const keyword = await findKeyword(world);
  const projectId = await makeProject(api, ['telemetry-example.com']);
  const check = () => checkNow(world, projectId, keyword);

  // One failed try, one good one, a shared answer, and a request that comes too often.
  await world.sandbox.post('/_sandbox/faults', { match: ENDPOINT, kind: 'http_500', count: 1, rate: 1 });
  const repair = breakClickHouse(app.context, 'refuses');
  const first = await check();
  await assert.rejects(app.context.outbox.flush());
  repair();
  await world.sandbox.post('/_sandbox/faults', {});
  await check();
  await api.get('/api/engine_a-ads-status');
  await beRefused(world);
  await app.context.outbox.flush();
  const terminated = await terminateOne(world);

  await t.test('/metrics agrees with docs/diagnostics.md in names, types and labels', async () => {
    const families = parseMetrics((await anonymous.get('/metrics')).body);
    const documented = new Map(listDocumentedMetrics().map((metric) => [metric.name, metric]));
    for (const [name, { type, labels }] of families) {
      const metric = documented.get(name);
      assert.ok(metric, `${name} is not documented`);
      assert.equal(type, metric.type, name);
      assert.deepEqual([...labels].toSorted(), metric.labels.toSorted(), name);
    }
    assert.ok(families.size > 20, `${families.size} metrics`);
  });

  await t.test('/metrics counts what happened', async () => {
    const families = parseMetrics((await anonymous.get('/metrics')).body);
    const read = (name: string, labels: Readonly<Record<string, string>> = {}): number =>
      (families.get(name)?.samples ?? [])
        .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
        .reduce((sum, { value }) => sum + value, 0);
    assert.equal(read('http_server_requests_total', { route: '/api/rankings/track', method: 'POST', status: '200' }), 2);
    assert.ok(read('sightline_rate_limit_refusals_total', { tier: 'standard' }) > 0);
    assert.equal(read('sightline_workflows_ended_total', { workflow: 'serp-tracking', status: 'completed' }), 1);
    assert.equal(read('sightline_workflows_ended_total', { workflow: terminated.type, status: 'terminated' }), 1);
    // Rounds of alerts go on beside it.
    assert.equal(read('sightline_workflows_running', { workflow: 'serp-tracking' }), 0);
    assert.ok(read('sightline_workflow_step_duration_seconds', { workflow: 'serp-tracking', outcome: 'ok' }) >= 2);
    assert.equal(read('sightline_workflow_step_retries_total', { workflow: 'serp-tracking' }), 1);
    assert.equal(read('sightline_outside_call_duration_seconds', { endpoint: ENDPOINT, outcome: 'http_5xx' }), 1);
    assert.equal(read('sightline_outside_call_duration_seconds', { endpoint: ENDPOINT, outcome: 'ok' }), 1);
    assert.equal(read('sightline_provider_tasks_total', { endpoint: ENDPOINT, outcome: 'ok' }), 1);
    const { rows } = await app.context.postgres.query<{ usd: number }>('select sum(cost_usd)::double precision as usd from api_costs');
    assert.ok(Math.abs(read('sightline_cost_usd_total', { service: 'provider_serp' }) - (rows[0]?.usd ?? Number.NaN)) < 1e-9);
    assert.equal(read('sightline_outbox_rows'), 0);
    assert.equal(read('sightline_outbox_oldest_age_seconds'), 0);
    assert.ok(read('sightline_outbox_failures_total') > 0);
    assert.ok(read('sightline_outbox_shipped_rows_total') > 0);
    assert.ok(read('sightline_cache_lookups_total') > 0);
    assert.equal(read('sightline_db_connections_max'), app.context.postgres.pool.options.max);
    assert.ok(read('sightline_db_connections') > 0);
    assert.equal(read('sightline_info', { role: 'all' }), 1);
  });

  await t.test('log lines carry the request, or the workflow, its type and its step', () => {
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const call = parsed.find((line) => line['msg'] === 'outside call' && line['workflow'] === 'serp-tracking');
    assert.ok(call, 'a call of a step');
    assert.match(String(call['workflow_id']), /\S/u);
    assert.match(String(call['step']), /\S/u);
    assert.match(String(call['trace_id']), /^[0-9a-f]{32}$/u);
    const request = parsed.find((line) => line['msg'] === 'request' && line['request_id'] === first.headers.get('x-request-id'));
    assert.equal(request?.['status'], 200);
    for (const line of lines) assert.equal(line.split('"request_id":').length <= 2, true, line);
  });

  // Sends the last spans.
  await app.stop();

  await t.test('spans: a request goes on with the caller, a workflow links to it, steps and calls are below', () => {
    const spans = collector.listSpans();
    assert.deepEqual([...new Set(collector.listPaths())], ['POST /v1/traces']);
    const request = one(spans, (span) => span.name === 'POST /api/rankings/track' && span.traceId === TRACE_ID);
    assert.equal(request.parentSpanId, CALLER_SPAN_ID);
    assert.deepEqual(
      [request.attributes['http.route'], request.attributes['http.response.status_code'], request.attributes['sightline.request_id']],
      ['/api/rankings/track', 200, first.headers.get('x-request-id')],
    );
    const workflow = one(spans, (span) => span.name === 'workflow serp-tracking');
    assert.notEqual(workflow.traceId, TRACE_ID);
    assert.deepEqual(
      workflow.links.map(({ traceId, spanId }) => [traceId, spanId]),
      [[TRACE_ID, request.spanId]],
    );
    const steps = spans.filter((span) => span.parentSpanId === workflow.spanId);
    assert.ok(steps.length >= 2 && steps.every((span) => span.name.startsWith('step ')), String(steps.map(({ name }) => name)));
    const calls = spans.filter((span) => span.name === `POST dataforseo ${ENDPOINT}`);
    assert.deepEqual(
      calls.map(({ status }) => status).toSorted((a, b) => a - b),
      [0, 2],
      'the first call failed',
    );
    for (const call of calls) assert.ok(steps.some((step) => step.spanId === call.parentSpanId && step.traceId === call.traceId));
  });

  await t.test('no secret leaves in spans or log lines', () => {
    const shown = collector.readText() + lines.join('');
    for (const secret of [TEST_ADMIN_KEY, 'query-secret', 'slk_', 'Basic ']) assert.ok(!shown.includes(secret), secret);
  });
});

/** With the key in the address, which must not be seen anywhere. */
async function checkNow({ anonymous }: TestApp, projectId: string, keyword: string) {
  const answer = await anonymous.post(
    `/api/rankings/track?api_key=${TEST_ADMIN_KEY}&token=query-secret`,
    { project_id: projectId, keywords: [{ project_id: projectId, keyword_text: keyword }] },
    { traceparent: `00-${TRACE_ID}-${CALLER_SPAN_ID}-01` },
  );
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer;
}

async function findKeyword({ sandbox }: TestApp): Promise<string> {
  const { body } = await sandbox.get('/_sandbox/world');
  return (body.keywords as { keyword: string; location_code: number }[]).find((row) => row.location_code === 2840)?.keyword ?? '';
}

async function beRefused({ withKey }: TestApp): Promise<void> {
  const client = await withKey({ tier: 'standard', scopes: ['read'], organization_id: 'org_rankings' });
  const answers = await Promise.all(Array.from({ length: 30 }, () => client.get('/api/projects')));
  assert.ok(answers.some(({ status }) => status === 429));
}

async function terminateOne({ app }: TestApp): Promise<{ type: string }> {
  const { workflows } = app.context;
  const id = await workflows.start('spend-sweep', {}, { delayMs: 3_600_000 });
  await workflows.terminate(id);
  const ended = await workflows.find(id);
  assert.equal(ended?.status, 'terminated');
  return { type: ended.type };
}

function one(spans: readonly ReceivedSpan[], isWanted: (span: ReceivedSpan) => boolean): ReceivedSpan {
  const found = spans.filter(isWanted);
  assert.ok(found[0] !== undefined, `none of ${[...new Set(spans.map(({ name }) => name))].join(', ')}`);
  return found[0];
}
