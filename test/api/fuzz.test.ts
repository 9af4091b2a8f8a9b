import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { startTestApp, TEST_ADMIN_KEY, TEST_JWT_SECRET, type TestApp } from '../support/app.ts';
import { endCrawlsOf } from '../support/end-crawls.ts';
import { waitUntilHealthy } from '../support/healthy.ts';
import { findFaults } from '../support/openapi-walk-checks.ts';
import { plainRequests, requestsOf, type WalkRequest } from '../support/openapi-walk-requests.ts';
import { sendRequest, writeRequest, type Ids, type WalkReply } from '../support/openapi-walk-send.ts';
import { makeRecordingLogger, makeThings, readThings, waitForWorkflow } from '../support/openapi-walk-world.ts';
import { listWalked, withToken } from '../support/openapi-walk-suite.ts';
import { NOT_IMPLEMENTED, type WalkOperation } from '../support/openapi-walk.ts';
import { IS_WHOLE, takeShare } from '../support/test-width.ts';
import { waitForLabels } from '../support/labels.ts';

/**
 * Good and spoiled requests to every operation of the OpenAPI document; every answer must be as
 * documented. `FUZZ_SEED` walks elsewhere, `FUZZ_RUNS` further; a seed always gives the same requests. A seventh of the operations
 * has its turn; the long walk is `npm run test:whole`.
 */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
const RUNS = Number(process.env['FUZZ_RUNS'] ?? (IS_WHOLE ? 6000 : 600));
/** Repeated requests to an operation without any input show little. */
const RUNS_MIN = 5;
/** So many times as many when none of them succeeds. */
const RUNS_MORE = 6;
const SHOWN = 600;

interface Walk {
  readonly world: TestApp;
  readonly secrets: readonly string[];
  readonly errorLines: readonly string[];
  ids: Ids;
}

test('every operation answers good and spoiled requests as the document says', async (t) => {
  t.diagnostic(`FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}`);
  const { logger, lines } = makeRecordingLogger('error');
  const world = await startTestApp(t, { logger });
  const { app, api, stores } = world;
  const operations = listWalked((await api.get('/openapi.json')).body);
  const bystander = await makeThings(api, stores.postgres, { organization: 'org_bystander', keyword: 'nobody else tracks this' });
  await waitForWorkflow(api, bystander);
  await waitForLabels(api, bystander.project_id ?? '');
  const before = await readThings(api, bystander);
  const { body: config } = await api.get('/api/admin/config');

  const secrets = [TEST_ADMIN_KEY, TEST_JWT_SECRET, stores.connectionString, stores.dataDir];
  const walk: Walk = { world, secrets, errorLines: lines, ids: await makeThings(api, stores.postgres, { organization: 'org_walked' }) };
  const total = operations.reduce((sum, operation) => sum + countFields(operation), 0);
  for (const operation of takeShare(operations, 7)) {
    const runs = Math.max(RUNS_MIN, Math.round((RUNS * countFields(operation)) / total));
    await t.test(`${operation.name}, ${runs} requests`, async () => {
      try {
        await walkOperation(walk, operation, runs);
      } finally {
        await api.put('/api/admin/config', { drain_mode: config.drain_mode, budgets: config.budgets });
        await endCrawlsOf(app.server, operation);
      }
    });
  }

  await t.test('the service is unharmed', async () => {
    assert.equal((await app.server.inject('/health')).statusCode, 200);
    await waitUntilHealthy(async () => (await app.server.inject('/health')).json());
    assert.deepEqual(await readThings(api, bystander), before);
    assert.equal(lines.length, 0, `logged ${lines.length} errors, the first: ${lines[0]?.slice(0, SHOWN * 4)}`);
  });
});

/** How much an operation can be given, and so how often it is asked. */
function countFields({ parameters, bodyForms }: WalkOperation): number {
  const fields = bodyForms.map((form) => Object.keys(form['properties'] ?? {}).length);
  return parameters.length + bodyForms.length + Math.max(0, ...fields);
}

async function walkOperation(walk: Walk, operation: WalkOperation, runs: number): Promise<void> {
  const isAnswered = (status: number): boolean => (NOT_IMPLEMENTED.has(operation.name) ? status === 501 : status < 400);
  if (NEEDS_OWN.test(operation.name)) await renewThings(walk, operation);
  let seen = await askOperation(walk, operation, runs);
  // Earlier operations may have ended or removed what this one needs, or few of its requests are good ones.
  if (![...seen.keys()].some(isAnswered)) {
    await renewThings(walk, operation);
    seen = await askOperation(walk, operation, runs * RUNS_MORE);
  }
  const counts = JSON.stringify(Object.fromEntries(seen));
  assert.ok([...seen.keys()].some(isAnswered), `no request succeeded: ${counts}`);
  if (operation.parameters.length + operation.bodyForms.length > 0)
    assert.ok(seen.has(400) || seen.has(404), `no request was refused: ${counts}`);
}

/** How often each status was answered. @throws with the first answer that is not as documented */
async function askOperation(walk: Walk, operation: WalkOperation, runs: number): Promise<ReadonlyMap<number, number>> {
  const seen = new Map<number, number>();
  let hasRenewed = false;
  const sender = await withToken(walk.world, operation, { headers: { 'x-api-key': TEST_ADMIN_KEY } });
  const property = fc.asyncProperty(requestsOf(operation), async (request) => {
    const sent = writeRequest(operation, request, walk.ids);
    const reply = await sendRequest(walk.world.app.server, operation, sent, sender);
    seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1);
    if (operation.method === 'DELETE' && reply.status < 300 && (IS_WHOLE || !hasRenewed)) {
      await renewThings(walk, operation);
      hasRenewed = true;
    }
    const faults = findFaults(operation, sent, reply, walk.secrets);
    if (faults.length > 0)
      throw new Error(describe({ operation, request, url: sent.url, bytes: sent.bytes, reply, faults, log: walk.errorLines.at(-1) }));
  });
  const examples = plainRequests(operation).map((request): [typeof request] => [request]);
  // A body of many forms has a plain request of each.
  const result = await fc.check(property, { seed: SEED, numRuns: Math.max(runs, examples.length + RUNS_MIN), examples });
  if (result.failed) throw new Error(`${(result.errorInstance as Error).message}\nagain with FUZZ_SEED=${SEED} FUZZ_RUNS=${RUNS}`);
  return seen;
}

/** They act on what is in a state of its own, which only `renewThings` makes. */
const NEEDS_OWN = /^POST .*(?:\/setup-link|\/crawl-runs\/\{runId\}\/cancel|workflow_id\}\/(?:pause|resume))$|^DELETE .*workflow_id\}$/u;

/** What is to be steered is a workflow that does not end meanwhile. */
async function renewThings(walk: Walk, { name }: WalkOperation): Promise<void> {
  const { api, app, stores } = walk.world;
  // An organization has so many exports, and the walk renews its things more often.
  await api.delete(`/api/exports/${walk.ids['export_id'] ?? ''}`);
  const ids = await makeThings(api, stores.postgres, { organization: 'org_walked' });
  walk.ids = ids;
  if (name === 'POST /api/admin/setup-link') await stores.postgres.query('delete from users');
  if (name.endsWith('/crawl-runs/{runId}/cancel')) {
    await stores.postgres.query(`update job_runs set status = 'queued', completed_at = null where id = $1`, [ids['run_id']]);
    await app.context.workflows.start('job-run', { run_id: ids['run_id'] ?? '' }, { delayMs: 3_600_000 });
  }
  if (!/workflow_id\}(\/pause|\/resume)?$/u.test(name) || name.startsWith('GET')) return;
  const { workflows } = app.context;
  const id = await workflows.start(ids['workflow_type'] as 'domain-onboard', { project_id: ids['project_id'] } as never, {
    delayMs: 3_600_000,
  });
  if (name.endsWith('/resume')) await workflows.pause(id);
  walk.ids = { ...ids, workflow_id: id };
}

interface Finding {
  readonly operation: WalkOperation;
  readonly request: WalkRequest;
  readonly url: string;
  readonly bytes: Buffer | undefined;
  readonly reply: WalkReply;
  readonly faults: readonly string[];
  readonly log: string | undefined;
}

function describe({ operation, request, url, bytes, reply, faults, log }: Finding): string {
  const body = bytes?.toString('utf8') ?? '';
  return [
    `${operation.name}, ${request.because}: ${faults.join('; ')}`,
    `sent ${url.slice(0, SHOWN)} ${JSON.stringify(request.headers).slice(0, SHOWN)} ${body.slice(0, SHOWN)}${body.length > SHOWN ? `... (${body.length} characters)` : ''}`,
    `answered ${reply.status} ${reply.text.slice(0, SHOWN)}`,
    ...(reply.status >= 500 && log !== undefined ? [`logged ${log.slice(0, SHOWN * 4)}`] : []),
  ].join('\n');
}
