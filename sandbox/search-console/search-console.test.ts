import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, suite, test } from 'node:test';
import { importPKCS8, SignJWT } from 'jose';
import { startSandboxClient, type SandboxClient } from '../../test/support/sandbox-client.ts';

const CALLBACK = 'http://127.0.0.1:9/callback';
const VERIFIER = 'v'.repeat(43);
const SCOPE = 'https://www.googleapis.com/auth/webmasters.readonly';
const NOW = '2026-11-20T12:00:00Z';

interface State {
  readonly client_id: string;
  readonly client_secret: string;
  readonly properties: readonly { readonly site_url: string; readonly permission: string }[];
  readonly service_account: { readonly private_key: string; readonly client_email: string };
}
interface Row {
  readonly keys: readonly string[];
  readonly clicks: number;
  readonly impressions: number;
  readonly position: number;
}
interface Answer {
  readonly rows?: readonly Row[];
  readonly metadata?: Readonly<Record<string, string>>;
  readonly error?: { readonly errors: readonly { readonly reason: string }[] };
}
interface Day {
  readonly day: string;
  readonly state: string;
  readonly clicks: number;
  readonly impressions: number;
  readonly position: number | null;
}
interface Truth {
  readonly noise_places: number;
  readonly days: readonly Day[];
  readonly totals: { readonly clicks: number; readonly impressions: number; readonly hidden_clicks: number };
  readonly named_share: number;
}

suite('search console of the sandbox', () => {
  let client: SandboxClient;
  let state: State;
  let property: string;
  before(async () => {
    client = await startSandboxClient();
  });
  beforeEach(async () => {
    await client.control('/_sandbox/reset', {});
    await client.control('/_sandbox/clock', { now: NOW });
    state = (await client.control<State>('/_sandbox/search-console')).body;
    property = state.properties[0]?.site_url ?? '';
  });
  after(() => client.sandbox.close());

  const base = () => `${client.sandbox.url}/search-console`;
  const configure = (body: object) => client.control('/_sandbox/search-console', body);
  const authorize = async () => {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: state.client_id,
      redirect_uri: CALLBACK,
      scope: SCOPE,
      state: 'a state',
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const { headers } = await fetch(`${base()}/o/oauth2/v2/auth?${query.toString()}`, { redirect: 'manual' });
    return new URL(headers.get('location') ?? '').searchParams;
  };
  const take = async (form: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ client_id: state.client_id, client_secret: state.client_secret, ...form });
    const response = await fetch(`${base()}/token`, { method: 'POST', body });
    return { status: response.status, body: (await response.json()) as Readonly<Record<string, string | number | undefined>> };
  };
  const takeCode = async (changes: Readonly<Record<string, string>> = {}) => {
    const code = (await authorize()).get('code') ?? '';
    return await take({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER, ...changes });
  };
  const signIn = async () => String((await takeCode()).body['access_token']);
  const call = async (token: string, path: string, body?: object) => {
    const response = await fetch(`${base()}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer };
  };
  const ask = (token: string, body: object, site = property) =>
    call(token, `/webmasters/v3/sites/${encodeURIComponent(site)}/searchAnalytics/query`, body);
  const truthOf = async (from: string, to: string, more = '') =>
    (await client.control<Truth>(`/_sandbox/truth/search-console?property=${encodeURIComponent(property)}&from=${from}&to=${to}${more}`))
      .body;
  const add = (rows: readonly Row[] | undefined, field: 'clicks' | 'impressions') => (rows ?? []).reduce((sum, row) => sum + row[field], 0);
  const reasonOf = (answer: { readonly body: Answer }) => answer.body.error?.errors[0]?.reason;

  test('a code is good once and for its proof; a refresh token is, until it is limited or revoked', async () => {
    assert.equal((await takeCode({ code_verifier: 'w'.repeat(43) })).body['error'], 'invalid_grant');
    assert.equal((await takeCode({ client_secret: 'wrong' })).status, 401);
    await configure({ limited: true });
    const limited = (await takeCode()).body;
    assert.equal(limited['refresh_token_expires_in'], 604_800);
    const refresh = () => take({ grant_type: 'refresh_token', refresh_token: String(limited['refresh_token']) });
    assert.equal((await refresh()).status, 200);
    await client.control('/_sandbox/clock', { advance_days: 7 });
    assert.equal((await refresh()).body['error'], 'invalid_grant');
    await configure({ limited: false });
    const lasting = (await takeCode()).body;
    assert.equal(lasting['refresh_token_expires_in'], undefined);
    await configure({ revoke: true });
    assert.equal((await take({ grant_type: 'refresh_token', refresh_token: String(lasting['refresh_token']) })).status, 400);
    assert.equal((await call(String(lasting['access_token']), '/webmasters/v3/sites')).status, 401);
    await configure({ broken: 'denied' });
    assert.equal((await authorize()).get('error'), 'access_denied');
  });

  test('a service account proves itself by its key alone', async () => {
    const key = await importPKCS8(state.service_account.private_key, 'RS256');
    const sign = (issuer: string) =>
      new SignJWT({ scope: SCOPE })
        .setProtectedHeader({ alg: 'RS256' })
        .setIssuer(issuer)
        .setAudience(`${base()}/token`)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(key);
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer' };
    const good = await sign(state.service_account.client_email);
    const token = String((await take({ ...form, assertion: good })).body['access_token']);
    assert.equal((await call(token, '/webmasters/v3/sites')).status, 200);
    assert.equal((await take({ ...form, assertion: await sign('another@example.com') })).status, 400);
    assert.equal((await take({ ...form, assertion: `${good.slice(0, -8)}AAAAAAAA` })).status, 400);
  });

  test('totals hold what rows by query leave out, and both are the truth', async () => {
    const token = await signIn();
    const span = { startDate: '2026-11-10', endDate: '2026-11-12' };
    const total = (await ask(token, span)).body.rows;
    const truth = await truthOf(span.startDate, span.endDate);
    assert.deepEqual([add(total, 'clicks'), add(total, 'impressions')], [truth.totals.clicks, truth.totals.impressions]);
    const queries = (await ask(token, { ...span, dimensions: ['query'] })).body.rows;
    assert.equal(add(queries, 'clicks'), truth.totals.clicks - truth.totals.hidden_clicks);
    assert.ok(truth.named_share > 0.4 && truth.named_share < 0.95, String(truth.named_share));
    const days = (await ask(token, { ...span, dimensions: ['date'] })).body.rows;
    assert.deepEqual(
      days?.map(({ keys, clicks, impressions }) => [keys[0], clicks, impressions]),
      truth.days.map(({ day, clicks, impressions }) => [day, clicks, impressions]),
    );
    const pages = (await ask(token, { ...span, dimensions: ['page', 'query'] })).body.rows ?? [];
    assert.ok(add(pages, 'impressions') >= add(queries, 'impressions'));
    assert.ok(pages.every(({ keys }) => keys[0]?.startsWith('https://')));
  });

  test('rows come with most clicks first, in pages, and a day has so many at most', async () => {
    const token = await signIn();
    const body = { startDate: '2026-11-10', endDate: '2026-11-10', dimensions: ['query', 'country', 'device'] };
    const all = (await ask(token, body)).body.rows ?? [];
    assert.deepEqual(
      all.map(({ clicks }) => clicks),
      all.map(({ clicks }) => clicks).toSorted((left, right) => right - left),
    );
    assert.deepEqual((await ask(token, { ...body, rowLimit: 5, startRow: 5 })).body.rows, all.slice(5, 10));
    assert.equal((await ask(token, { ...body, startRow: all.length })).body.rows, undefined);
    await configure({ rows_max: 7 });
    assert.deepEqual((await ask(token, body)).body.rows, all.slice(0, 7));
    const filters = [{ dimension: 'device', expression: 'MOBILE' }];
    await configure({ rows_max: 50_000 });
    const mobile = (await ask(token, { ...body, dimensionFilterGroups: [{ filters }] })).body.rows;
    assert.deepEqual(
      mobile,
      all.filter(({ keys }) => keys[2] === 'MOBILE'),
    );
  });

  test('the last days are counted in part until they are final, and hours add up to their day', async () => {
    const token = await signIn();
    const span = { startDate: '2026-11-16', endDate: '2026-11-20', dimensions: ['date'] };
    const final = (await ask(token, span)).body;
    assert.deepEqual(
      final.rows?.map(({ keys }) => keys[0]),
      ['2026-11-16', '2026-11-17'],
    );
    const fresh = (await ask(token, { ...span, dataState: 'all' })).body;
    assert.equal(fresh.metadata?.['first_incomplete_date'], '2026-11-18');
    assert.equal(fresh.rows?.length, 5);
    const hours = (await ask(token, { ...span, startDate: '2026-11-19', dimensions: ['hour'], dataState: 'hourly_all' })).body.rows ?? [];
    const yesterday = hours.filter(({ keys }) => keys[0]?.startsWith('2026-11-19'));
    assert.equal(yesterday[0]?.keys[0], '2026-11-19T00:00:00-08:00');
    assert.equal(add(yesterday, 'clicks'), fresh.rows?.[3]?.clicks);
    await client.control('/_sandbox/clock', { advance_days: 3 });
    const later = (await ask(await signIn(), span)).body.rows ?? [];
    assert.equal(later.length, 5);
    assert.ok((later[4]?.impressions ?? 0) > (fresh.rows?.[4]?.impressions ?? 0));
  });

  test('a month is revised, and what is older than 16 months is gone', async () => {
    const token = await signIn();
    const body = { startDate: '2026-10-05', endDate: '2026-10-05' };
    const counted = (await ask(token, body)).body.rows?.[0];
    await configure({ revised_month: '2026-10' });
    const again = (await ask(token, body)).body.rows?.[0];
    assert.ok((again?.clicks ?? 0) < (counted?.clicks ?? 0));
    const old = { startDate: '2025-07-18', endDate: '2025-07-21', dimensions: ['date'] };
    assert.deepEqual(
      (await ask(token, old)).body.rows?.map(({ keys }) => keys[0]),
      ['2025-07-20', '2025-07-21'],
    );
  });

  test('average places are those of the result pages, within the noise', async () => {
    const token = await signIn();
    const filters = [
      { dimension: 'country', expression: 'usa' },
      { dimension: 'device', expression: 'DESKTOP' },
    ];
    const body = { startDate: '2026-11-10', endDate: '2026-11-10', dimensions: ['query'], dimensionFilterGroups: [{ filters }] };
    const rows = (await ask(token, body)).body.rows ?? [];
    const { noise_places: noise } = await truthOf('2026-11-10', '2026-11-10');
    const domain = property.replace('sc-domain:', '');
    for (const { keys, position } of rows.slice(0, 8)) {
      const { body: page } = await client.control<{ items: { type: string; domain: string | null }[] }>(
        `/_sandbox/truth/serp?keyword=${encodeURIComponent(keys[0] ?? '')}&date=2026-11-10`,
      );
      const shown = page.items.filter(({ type }) => type !== 'paid' && type !== 'knowledge_graph');
      const places = shown.filter(({ type }, at) => type !== 'local_pack' || shown[at - 1]?.type !== 'local_pack');
      const place = 1 + places.findIndex((item) => item.type === 'organic' && item.domain?.endsWith(domain));
      assert.ok(place > 0 && Math.abs(position - place) <= noise, `${keys[0]}: ${position}, ${place}`);
    }
    assert.ok(rows.length >= 8);
  });

  test('every refusal has a reason of its own', async () => {
    const token = await signIn();
    const span = { startDate: '2026-11-10', endDate: '2026-11-10' };
    assert.equal((await ask('wrong', span)).status, 401);
    assert.equal(reasonOf(await ask(token, span, 'sc-domain:other.example')), 'forbidden');
    assert.equal(reasonOf(await ask(token, span, `https://${property.replace('sc-domain:', '')}`)), 'forbidden');
    for (const [broken, reason] of Object.entries({
      api_off: 'accessNotConfigured',
      no_permission: 'forbidden',
      wrong_scope: 'insufficientPermissions',
    })) {
      await configure({ broken });
      assert.deepEqual([(await ask(token, span)).status, reasonOf(await ask(token, span))], [403, reason]);
    }
    await configure({ broken: null, quota_after: 1 });
    assert.equal((await ask(token, span)).status, 200);
    assert.equal(reasonOf(await ask(token, span)), 'quotaExceeded');
    await client.control('/_sandbox/clock', { now: '2026-11-20T12:16:00Z' });
    assert.equal((await ask(token, span)).status, 200);
    await client.control('/_sandbox/faults', { match: 'searchAnalytics', kind: 'http_429', count: 1 });
    assert.equal(reasonOf(await ask(token, span)), 'rateLimitExceeded');
  });

  test('Discover and Google News have no queries and no places, and count by page', async () => {
    const token = await signIn();
    const span = { startDate: '2026-11-10', endDate: '2026-11-10' };
    for (const [type, dimension] of [
      ['discover', 'query'],
      ['discover', 'device'],
      ['googleNews', 'query'],
    ]) {
      const filters = [{ dimension, expression: 'x' }];
      for (const body of [{ dimensions: [dimension] }, { dimensionFilterGroups: [{ filters }] }, { aggregationType: 'byProperty' }]) {
        const refused = await ask(token, { ...span, type, ...body });
        assert.deepEqual([refused.status, reasonOf(refused)], [400, 'invalidParameter'], JSON.stringify({ type, ...body }));
      }
    }
    for (const type of ['discover', 'googleNews']) {
      const truth = await truthOf(span.startDate, span.endDate, `&type=${type}`);
      for (const dimensions of [['date'], ['page', 'country']]) {
        const rows = (await ask(token, { ...span, type, dimensions, rowLimit: 25_000 })).body.rows ?? [];
        assert.ok(rows.length > 0 && rows.every((row) => !('position' in row)), type);
        assert.deepEqual([add(rows, 'clicks'), add(rows, 'impressions')], [truth.totals.clicks, truth.totals.impressions]);
      }
      assert.deepEqual([truth.named_share, truth.days[0]?.position], [null, null]);
    }
    assert.equal((await ask(token, { ...span, type: 'googleNews', dimensions: ['device'] })).body.rows?.length, 2);
  });

  test('sitemaps and the state of an address are known for what belongs to the property', async () => {
    const token = await signIn();
    const sitemaps = await call(token, `/webmasters/v3/sites/${encodeURIComponent(property)}/sitemaps`);
    assert.equal((sitemaps.body as { sitemap: unknown[] }).sitemap.length, 1);
    const host = property.replace('sc-domain:', '');
    const inspect = (url: string) =>
      call(token, '/v1/urlInspection/index:inspect', { siteUrl: property, inspectionUrl: url, languageCode: 'en' });
    assert.equal((await inspect(`https://${host}/`)).status, 200);
    assert.equal((await inspect('https://other.example/')).status, 400);
  });
});
