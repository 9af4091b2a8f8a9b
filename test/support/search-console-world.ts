import assert from 'node:assert/strict';
import { z } from 'zod';
import type { ApiClient } from './api-client.ts';
import { TEST_ADMIN_KEY, type TestApp } from './app.ts';
import { makeProject } from './rankings-api.ts';
import { waitUntil } from './wait-until.ts';

/** A project that reads a property of the sandbox's Search Console. */
export interface ReadingProject {
  readonly projectId: string;
  readonly connectionId: string;
  readonly propertyId: string;
  readonly siteUrl: string;
}

type World = Pick<TestApp, 'api' | 'sandbox' | 'url'> & {
  /** With which the browser comes back; the admin key unless given. */
  readonly key?: string;
};

const ORGANIZATION = 'org_rankings';
/** It only ends a hang: 16 months are read in half a minute where nothing else runs. */
const READING_MS = 600_000;

/** Where Google sends the browser of who asked, as a path of the service. */
export async function grantAt(authorizeUrl: string): Promise<string> {
  const response = await fetch(authorizeUrl, { redirect: 'manual' });
  assert.equal(response.status, 302, await response.text());
  const url = new URL(response.headers.get('location') ?? '');
  return `${url.pathname}${url.search}`;
}

/** The same without following where the service leads to. */
export async function comeBack(
  world: Pick<World, 'url' | 'key'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return await fetch(world.url + path, {
    redirect: 'manual',
    headers: { authorization: `Bearer ${world.key ?? TEST_ADMIN_KEY}`, ...headers },
  });
}

/** Signs in at Google as a person would. @returns the connection */
export async function connect(world: World, more: object = {}): Promise<string> {
  // An organization is there from its first project on.
  await makeProject(world.api, [], ORGANIZATION);
  const begun = await world.api.post('/api/search-console/connections', { kind: 'oauth', organization_id: ORGANIZATION, ...more });
  assert.equal(begun.status, 201, JSON.stringify(begun.body));
  const back = await comeBack(world, await grantAt(begun.body.authorize_url));
  assert.equal(back.status, 302, await back.text());
  const { searchParams } = new URL(back.headers.get('location') ?? '', world.url);
  return searchParams.get('connection') ?? assert.fail(`no connection: ${searchParams.toString()}`);
}

/** The properties of a connection, by their addresses. */
export async function listSites({ api }: Pick<World, 'api'>, connectionId: string): Promise<ReadonlyMap<string, any>> {
  const { body } = await api.get(`/api/search-console/connections/${connectionId}/properties`);
  return new Map(body.properties.map((property: { site_url: string }) => [property.site_url, property]));
}

/** Connects, and has a new project read the first property that is a domain; reading begins. */
export async function bindProject(world: World, connectionId?: string, type = 'web'): Promise<ReadingProject> {
  const id = connectionId ?? (await connect(world));
  const sites = await listSites(world, id);
  const [siteUrl, property] = [...sites].find(([url, { can_read: canRead }]) => url.startsWith('sc-domain:') && canRead) ?? assert.fail();
  const projectId = await makeProject(world.api, [siteUrl.slice('sc-domain:'.length)], ORGANIZATION);
  const bound = await world.api.put(`/api/projects/${projectId}/search-console`, { property_id: property.id, type });
  assert.equal(bound.status, 200, JSON.stringify(bound.body));
  return { projectId, connectionId: id, propertyId: property.id, siteUrl };
}

export async function getSync({ api }: { readonly api: ApiClient }, projectId: string): Promise<any> {
  const { body } = await api.get(`/api/projects/${projectId}/search-console/sync`);
  return body.sync;
}

/** Waits until so many days are read. */
export async function waitForDays(world: { readonly api: ApiClient }, projectId: string, days: number): Promise<void> {
  await waitUntil(async () => (await getSync(world, projectId)).coverage.final >= days, `${days} days to be read`, READING_MS);
}

/** Moves the date, and waits until the service knows it. */
export async function advanceMinutes({ app, sandbox }: Pick<TestApp, 'app' | 'sandbox'>, minutes: number): Promise<void> {
  const to = new Date(app.context.clock.now().getTime() + minutes * 60_000);
  const moved = await sandbox.post('/_sandbox/clock', { now: to.toISOString() });
  assert.equal(moved.status, 200, JSON.stringify(moved.body));
  await waitUntil(() => Promise.resolve(app.context.clock.now() >= to), 'the service to know the date');
}

/** Waits until no run reads, and gives how it ended. */
export async function waitForSync(world: { readonly api: ApiClient }, projectId: string, status = 'idle'): Promise<any> {
  let sync: any;
  await waitUntil(
    async () => {
      sync = await getSync(world, projectId);
      if (sync.status === 'failing' && status !== 'failing') assert.fail(JSON.stringify(sync));
      return sync.status === status;
    },
    `the reading to be ${status}`,
    READING_MS,
  );
  return sync;
}

/** What is true of a property. */
export async function getTruth(
  { sandbox }: Pick<World, 'sandbox'>,
  property: string,
  asked: { readonly from: string; readonly to: string; readonly type?: string; readonly hours?: string },
): Promise<any> {
  const query = new URLSearchParams({ property, ...asked });
  const { status, body } = await sandbox.get(`/_sandbox/truth/search-console?${query.toString()}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

export async function listDays({ api }: { readonly api: ApiClient }, projectId: string, query: string): Promise<any[]> {
  const { status, body } = await api.get(`/api/projects/${projectId}/search-console/days?limit=500&${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.days;
}

/** Sums of the newest reading of each day in a table of ClickHouse. */
export async function sumTable(
  { app }: Pick<TestApp, 'app'>,
  table: 'gsc_totals' | 'gsc_queries' | 'gsc_pages',
  propertyId: string,
  [from, to]: readonly [string, string],
): Promise<{
  readonly clicks: number;
  readonly impressions: number;
  readonly positionSum: number;
  readonly days: number;
  readonly readings: number;
}> {
  const [row] = await app.context.clickhouse.query(
    {
      name: 'test-search-console-sums',
      sql: `with newest as (select day, max(fetched_at) as at from ${table} where property_id = {property_id:String} group by day)
        select sum(clicks) as clicks, sum(impressions) as impressions, sum(position_sum) as position_sum, uniqExact(day) as days,
          (select count() from (select distinct day, fetched_at from ${table} where property_id = {property_id:String})) as readings
        from ${table} where property_id = {property_id:String} and (day, fetched_at) in (select day, at from newest)
          and day between {from:Date} and {to:Date}`,
      params: z.object({ property_id: z.string(), from: z.string(), to: z.string() }),
      row: z.object({
        clicks: z.number(),
        impressions: z.number(),
        position_sum: z.number(),
        days: z.number(),
        readings: z.number(),
      }),
    },
    { property_id: propertyId, from, to },
  );
  if (row === undefined) return assert.fail('a sum has one row');
  const { position_sum: positionSum, ...rest } = row;
  return { ...rest, positionSum };
}

/** A query that the sandbox was asked. */
export interface AskedQuery {
  readonly status: number | null;
  readonly day: string;
  /** The table that it is for, and where its page begins. */
  readonly part: string;
  /** Kind of search. */
  readonly type: string;
}

/** Queries in the sandbox's own record of calls. */
export async function listQueries({ sandbox }: Pick<World, 'sandbox'>): Promise<AskedQuery[]> {
  const { body } = await sandbox.get('/_sandbox/calls');
  return body.entries
    .filter(({ path }: { path: string }) => path.endsWith('/searchAnalytics/query'))
    .map(({ status, body: text }: { status: number; body: string }) => {
      const { startDate: day, dimensions, startRow, type } = JSON.parse(text);
      return { status, day, type, part: `${dimensions.join(' ')} ${startRow}` };
    });
}
