import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { areas } from '#areas/index.ts';
import { engineTables } from '../../src/cli/archive/contents.ts';
import { cookieOf } from '../support/accounts-world.ts';
import { startTestApp, TEST_ADMIN_KEY, type TestApp } from '../support/app.ts';
import { settle } from '../support/dry-run-walk.ts';
import { endCrawlsOf } from '../support/end-crawls.ts';
import { plainRequests, requestsOf, type WalkRequest } from '../support/openapi-walk-requests.ts';
import { sendRequest, writeRequest, type Sender } from '../support/openapi-walk-send.ts';
import { listWalked } from '../support/openapi-walk-suite.ts';
import { makeThings } from '../support/openapi-walk-world.ts';
import type { WalkOperation } from '../support/openapi-walk.ts';
import { IS_WHOLE, takeShare } from '../support/test-width.ts';

const AUDITED = [engineTables, ...areas.map(({ tables }) => tables)].flatMap(({ audited = [] }) => audited);
/** Workflows that a request has started write these while it is answered, in their own name. */
const BY_WORK = ['assets', 'categories', 'classification_lists', 'keyword_categories', 'project_keywords', 'research_runs', 'settings'];
/** Notes of changed settings and of imports are written by workflows too. */
const NOTES_BY_WORK = /\/api\/(?:projects|imports|search-console)\b/u;
const SEED = 20_261_127;
const OWNER = { email: 'owner@example.com', password: 'a marker of the owner 4711' };

test('every operation that writes, asked by a key and by a person, is in the audit log with what it changed', async (t) => {
  const world = await startTestApp(t, {
    environment: { SIGHTLINE_OWNER_EMAIL: OWNER.email, SIGHTLINE_OWNER_PASSWORD: OWNER.password },
  });
  const { api, app, stores } = world;
  const ids = await makeThings(api, stores.postgres, { organization: 'org_walked' });
  const cookie = cookieOf(await api.post('/api/session', OWNER, { 'x-api-key': '', 'sec-fetch-site': 'same-origin' }));
  const senders: Readonly<Record<string, Sender>> = {
    key: { headers: { 'x-api-key': TEST_ADMIN_KEY } },
    user: { headers: { cookie, 'sec-fetch-site': 'same-origin' } },
  };
  const writing = listWalked((await api.get('/openapi.json')).body).filter(({ method }) => method !== 'GET');
  const changed = new Set<string>();
  // What ends the owner's own session or the admin key would end the walk.
  const walked = takeShare(writing, 3)
    .filter(({ path }) => !path.startsWith('/api/session') && !path.includes('/users'))
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  for (const [at, operation] of walked.entries()) {
    for (const [kind, sender] of Object.entries(senders)) {
      for (const [form, request] of listGood(operation).entries()) {
        await settle(world);
        const before = await readSums(world);
        const requestId = `walk-${at}-${form}-${kind}`;
        const sent = writeRequest(operation, request, ids);
        const reply = await sendRequest(
          app.server,
          operation,
          { ...sent, headers: { ...sent.headers, 'x-request-id': requestId } },
          sender,
        );
        const after = await readSums(world);
        const entries = await listChanges(world, requestId);
        for (const table of AUDITED.filter((name) => before[name] !== after[name] && !isByWork(operation, name))) {
          const found = entries.filter((entry) => entry.table === table);
          assert.ok(
            found.length > 0,
            `${operation.name} by a ${kind} changed ${table} without an entry: ${reply.status} ${reply.text.slice(0, 200)}`,
          );
          for (const { actorKind, status, rows, before: was, after: is } of found) {
            assert.deepEqual([actorKind, status], [kind, reply.status], operation.name);
            assert.ok(rows !== null || was !== null || is !== null, operation.name);
          }
          changed.add(operation.name);
        }
        await endCrawlsOf(app.server, operation);
      }
    }
  }
  assert.ok(changed.size >= (IS_WHOLE ? 25 : 3), [...changed].join('\n'));
  const { rows } = await stores.postgres.query('select * from audit_log');
  const text = JSON.stringify(rows);
  for (const secret of [OWNER.password, TEST_ADMIN_KEY, '$argon2']) assert.ok(!text.includes(secret), secret);
  assert.doesNotMatch(text, /sl[kp]_[0-9a-z]{18}/u);
});

function isByWork({ name: operation }: WalkOperation, table: string): boolean {
  return BY_WORK.includes(table) || (table === 'annotations' && NOTES_BY_WORK.test(operation));
}

/** What takes things away comes last. */
function rankOf({ method, path }: WalkOperation): number {
  if (method !== 'DELETE') return /untrack|accept|purge|cancel/u.test(path) ? 1 : 0;
  return path === '/api/projects/{project_id}' ? 3 : 2;
}

/** Good requests: with what is needed alone, and two with more. */
function listGood(operation: WalkOperation): WalkRequest[] {
  const sampled = fc.sample(requestsOf(operation), { seed: SEED, numRuns: 40 }).filter(({ because }) => because === 'a good request');
  return [...plainRequests(operation), ...sampled.slice(0, 2)];
}

/** What the audited fields of each table hold, in one number. */
async function readSums({ stores: { postgres } }: TestApp): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await postgres.query<{ name: string; silent: string }>(
    `select tgrelid::regclass::text as name, split_part(encode(tgargs, 'escape'), '\\000', 6) as silent from pg_trigger where tgname = 'audited_insert'`,
  );
  const sums = tables.map(
    ({ name, silent }) =>
      `select '${name}' as name, coalesce(sum(hashtextextended((to_jsonb(t) - '${silent}'::text[] - 'updated_at')::text, 0)), 0)::text as sum from ${name} t`,
  );
  const { rows } = await postgres.query<{ name: string; sum: string }>(sums.join(' union all '));
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

interface Change {
  readonly table: string;
  readonly actorKind: string;
  readonly status: number | null;
  readonly rows: number | null;
  readonly before: object | null;
  readonly after: object | null;
}

async function listChanges({ stores: { postgres } }: TestApp, requestId: string): Promise<Change[]> {
  const { rows } = await postgres.query<Change>(
    `select change ->> 'table' as table, actor_kind, status, (change ->> 'rows')::int as rows, nullif(change -> 'before', 'null') as before,
       nullif(change -> 'after', 'null') as after
     from audit_log, jsonb_array_elements(changes) as change where request_id = $1`,
    [requestId],
  );
  return rows;
}
