import assert from 'node:assert/strict';
import { hashKey } from '#http/auth.ts';
import type { Sql } from '#stores/postgres/types.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { makeApiClient } from './api-client.ts';
import type { Ids } from './openapi-walk-send.ts';

interface Owner {
  readonly projectId: string;
  readonly organization: string;
}

const PATH = '/api/search-console/connections';
/** Google has nothing of it, so that reading it is short. */
const SITE = 'sc-domain:walked.example.com';
const STATE = 'walked-state';

/** A connection of each kind, and a property that the project reads: all its days are there. */
export async function makeWalkedConsole(api: ApiClient, sql: Sql, { projectId, organization }: Owner): Promise<Ids> {
  const begun = await made(api.post(PATH, { kind: 'oauth', organization_id: organization }));
  const sandbox = makeApiClient(new URL(begun.authorize_url).origin);
  const twin = await made(sandbox.get('/_sandbox/search-console'));
  const others = twin.properties.filter((one: { site_url: string }) => one.site_url !== SITE);
  await made(sandbox.post('/_sandbox/search-console', { properties: [...others, { site_url: SITE, permission: 'siteOwner' }] }));
  const key = JSON.stringify(twin.service_account);
  const { connections } = await made(api.get(`${PATH}?organization_id=${organization}&limit=200`));
  const find = (kind: string): string | undefined => connections.find((one: { kind: string }) => one.kind === kind)?.id;
  const byKey =
    find('service_account') ?? (await made(api.post(PATH, { kind: 'service_account', organization_id: organization, key }))).connection.id;
  if (find('oauth') === undefined) await comeBack(api, begun.authorize_url);
  const [first] = (await made(api.get(`${PATH}?organization_id=${organization}&limit=200`))).connections.filter(
    ({ kind }: { kind: string }) => kind === 'oauth',
  );
  await made(api.post(`${PATH}/${first.id}/test`));
  return {
    connection_id: first.id,
    key_connection_id: byKey,
    // It stands within a text of JSON.
    service_account_key: JSON.stringify(key).slice(1, -1),
    property_id: await bind(sql, { projectId, organization }),
    search_console_state: await makeFlow(sql, organization),
  };
}

async function comeBack(api: ApiClient, authorizeUrl: string): Promise<void> {
  const answer = await fetch(authorizeUrl, { redirect: 'manual' });
  const { pathname, search } = new URL(answer.headers.get('location') ?? assert.fail('the sandbox grants access'));
  await api.get(`${pathname}${search}`);
}

async function bind(sql: Sql, { projectId, organization }: Owner): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    'select id from search_console_properties where organization_id = $1 and site_url = $2',
    [organization, SITE],
  );
  const id = rows[0]?.id ?? assert.fail('the connection lists the property');
  await sql.query(
    `insert into search_console_days (property_id, type, day, state, totals_clicks, totals_impressions, fetched_at)
     select $1, type, day, 'final', 0, 0, now()
     from unnest(array['web', 'image', 'video', 'news']) as kind (type), generate_series(current_date - 520, current_date + 60, interval '1 day') as span (day)
     on conflict do nothing`,
    [id],
  );
  await sql.query(
    `insert into search_console_syncs (property_id, type, status, daily_at) values ($1, 'web', 'idle', 'infinity') on conflict do nothing`,
    [id],
  );
  await sql.query(
    `insert into search_console_bindings (project_id, property_id, type, made_by, created_at) values ($1, $2, 'web', 'key_1', now())
     on conflict do nothing`,
    [projectId, id],
  );
  return id;
}

/** A sign-in at Google that began, by the admin key. */
async function makeFlow(sql: Sql, organization: string): Promise<string> {
  await sql.query(
    `insert into search_console_flows (state_hash, caller_id, organization_id, account_name, verifier, redirect_uri, return_to, ends_at)
     select $1, id, $2, 'Walked', 'v', 'http://127.0.0.1/', '/console/', now() + interval '1 hour' from api_keys where 'admin' = any(scopes)
     order by created_at limit 1
     on conflict (state_hash) do nothing`,
    [hashKey(STATE), organization],
  );
  return STATE;
}

async function made(asked: Promise<Answer>): Promise<any> {
  const { status, body } = await asked;
  assert.ok(status < 300, JSON.stringify(body));
  return body;
}
