import assert from 'node:assert/strict';
import { TEST_ADMIN_KEY } from './app.ts';
import { settle, takesDryRun } from './dry-run-walk.ts';
import { endCrawls } from './end-crawls.ts';
import { plainRequests, type WalkRequest } from './openapi-walk-requests.ts';
import { sendRequest, writeRequest, type WalkReply } from './openapi-walk-send.ts';
import { makeToken, type Section } from './openapi-walk-suite.ts';
import { makeThings } from './openapi-walk-world.ts';
import type { WalkOperation } from './openapi-walk.ts';

/** Fields that no request has, in requests to everything in the document that changes or starts something. */

/** What a field that restricts is misspelt as, by operation: the request would grant or remove more than was meant. */
const RESTRICTING: Readonly<Record<string, readonly [wrong: string, right: string]>> = {
  'POST /api/admin/tokens': ['project_id', 'project_ids'],
  'POST /api/admin/api-keys': ['organisation_id', 'organization_id'],
  'PUT /api/admin/config': ['budget', 'budgets'],
  'POST /api/admin/classifier/corrections/csv': ['checks', 'check'],
  'POST /api/shares': ['filters', 'filter'],
  'PUT /api/shares/{share_id}': ['framehosts', 'frame_hosts'],
  'POST /api/keywords/untrack': ['keywordIds', 'keyword_ids'],
  'POST /api/apps/keywords/untrack': ['storeFront', 'storefront'],
};

/** Mail programs post to a link what they like (RFC 8058); the bytes of a file hold no fields. */
const TAKES_ALL: ReadonlySet<string> = new Set(['POST /api/public/mail/{token}', 'PUT /api/imports/{import_id}/parts/{part}']);

/**
 * A misspelt field is 400 and named with the nearest known one where money can be spent, and where a field restricts;
 * `dry_run` is 400 where there is no dry run. All wrong fields are named at once, and nothing is done.
 */
export const unknownFieldsAreRefused: Section = async ({ world, server, operations }) => {
  const ids = await makeThings(world.api, world.stores.postgres, { organization: 'org_unknown' });
  await endCrawls(server);
  await settle(world);
  const token = await makeToken(world);
  const { postgres } = world.app.context;
  const changing = operations.filter(({ method, name }) => method !== 'GET' && !TAKES_ALL.has(name));
  const ask = async (operation: WalkOperation, request: WalkRequest): Promise<WalkReply> =>
    await sendRequest(server, operation, writeRequest(operation, request, ids), { headers: { 'x-api-key': TEST_ADMIN_KEY }, token });
  const countRuns = async (): Promise<number> =>
    (await postgres.query<{ count: number }>('select count(*) as count from dbos.workflow_status')).rows[0]!.count;
  assert.ok(changing.filter(takesDryRun).length > 30);
  const runs = await countRuns();

  for (const operation of changing) {
    const [plain] = plainRequests(operation);
    assert.ok(plain);
    if (takesDryRun(operation)) {
      const problems = readProblems(operation, await ask(operation, withFields(plain, { dryRun: true, no_such_field: 1 })));
      assert.match(problems.get('dryRun') ?? '', /nearest is dry_run$/u, operation.name);
      assert.match(problems.get('no_such_field') ?? '', /is not a field/u, operation.name);
      continue;
    }
    // A body that is taken without being asked for is none of a removal.
    if (operation.method !== 'DELETE') {
      const problems = readProblems(operation, await ask(operation, withFields(plain, { dry_run: true })));
      assert.match(problems.get('dry_run') ?? '', /no dry run/u, operation.name);
    }
    const problems = readProblems(operation, await ask(operation, { ...plain, query: [...plain.query, ['dry_run', 'true']] }));
    assert.match(problems.get('dry_run') ?? '', /no dry run/u, `${operation.name} by its query`);
    const misspelt = RESTRICTING[operation.name];
    if (misspelt === undefined) continue;
    const [wrong, right] = misspelt;
    const named = readProblems(operation, await ask(operation, withFields(plain, { [wrong]: 'x' })));
    assert.match(named.get(wrong) ?? '', new RegExp(`nearest is ${right}$`, 'u'), operation.name);
  }
  assert.equal(await countRuns(), runs, 'nothing was started');
  for (const name of Object.keys(RESTRICTING))
    assert.ok(
      changing.some((operation) => operation.name === name),
      name,
    );
};

function withFields(request: WalkRequest, fields: object): WalkRequest {
  const value = request.body?.value;
  return { ...request, body: { value: { ...(typeof value === 'object' ? value : {}), ...fields } } };
}

/** What is wrong with each field, by the answer. */
function readProblems({ name }: WalkOperation, { status, text }: WalkReply): ReadonlyMap<string, string> {
  assert.equal(status, 400, `${name}: ${text}`);
  const { details } = JSON.parse(text) as { details: { path: string; message: string }[] };
  return new Map(details.map(({ path, message }) => [path, message]));
}
