import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { makeClock } from '#kernel/clock.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { makeLogger } from '#kernel/logger.ts';
import { makeHttpClient } from '#providers/http-client.ts';
import { openSandbox } from '../../../test/support/sandbox-client.ts';
import { SearchConsoleFault } from './faults.ts';
import type { Credentials, PerformanceRequest } from './index.ts';
import { makeSearchConsole } from './make-search-console.ts';
import { readServiceAccount, ServiceAccountProblem } from './service-account.ts';
import { toSandboxSettings } from './settings.ts';

const REDIRECT = 'http://127.0.0.1:9/api/search-console/callback';
const DAY: PerformanceRequest = {
  startDate: '2026-11-10',
  endDate: '2026-11-10',
  dimensions: ['query'],
  type: 'web',
  dataState: 'all',
  aggregation: 'auto',
  rowLimit: 25_000,
  startRow: 0,
};

async function openConsole(t: TestContext) {
  const { sandbox, control } = await openSandbox(t);
  const http = makeHttpClient({ logger: makeLogger('silent'), allowedPrivateOrigins: [sandbox.url] });
  t.after(() => http.close());
  const clock = makeClock();
  const setNow = async (now: string) => {
    await control('/_sandbox/clock', { now });
    clock.shift(new Date(now).getTime() - clock.realNow());
  };
  await setNow('2026-11-20T12:00:00Z');
  const { body: state } = await control<{
    client_id: string;
    client_secret: string;
    properties: { site_url: string }[];
    service_account: object;
  }>('/_sandbox/search-console');
  const settings = toSandboxSettings(sandbox.url);
  assert.deepEqual([settings.clientId, settings.clientSecret], [state.client_id, state.client_secret]);
  const tools = { http, clock };
  const make = (changes: Partial<typeof settings> = {}) => makeSearchConsole({ ...tools, settings: { ...settings, ...changes } });
  const google = make();
  const connect = async (): Promise<Credentials> => {
    const { url, verifier, state: sent } = google.beginConsent(REDIRECT);
    const { headers } = await fetch(url, { redirect: 'manual' });
    const { searchParams } = new URL(headers.get('location') ?? '');
    assert.equal(searchParams.get('state'), sent);
    const granted = await google.takeCode({ code: searchParams.get('code') ?? '', redirectUri: REDIRECT, verifier });
    return { kind: 'oauth', ...granted };
  };
  const configure = (body: object) => control('/_sandbox/search-console', body);
  const countCalls = async (path: string): Promise<number> => {
    const { body } = await control<{ by_endpoint: Record<string, number> }>('/_sandbox/calls');
    return body.by_endpoint[`/search-console/${path}`] ?? 0;
  };
  return { control, setNow, state, make, google, connect, configure, countCalls, property: state.properties[0]?.site_url ?? '' };
}

/** The fault, with a cause and one step. */
async function faultOf(work: Promise<unknown>): Promise<SearchConsoleFault> {
  const error = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  assert.ok(error instanceof SearchConsoleFault, String(error));
  assert.ok(error.message.endsWith('.') || error.fault === 'request_refused', error.message);
  assert.ok((error.hint ?? '') !== '' && !`${error.message}${error.hint}`.includes('{detail}'), error.hint);
  return error;
}

test('a person connects, and one token serves many calls', async (t) => {
  const { google, connect, property, countCalls } = await openConsole(t);
  const credentials = await connect();
  const properties = await google.listProperties(credentials);
  assert.deepEqual(
    properties.map(({ canRead }) => canRead),
    [true, true, true, true, false],
  );
  const { rows } = await google.fetchPerformance(credentials, property, DAY);
  assert.ok(rows.length > 3 && rows.every(({ keys, position }) => keys.length === 1 && position >= 1));
  const days = await google.fetchPerformance(credentials, property, { ...DAY, endDate: '2026-11-20', dimensions: ['date'] });
  assert.equal(days.firstIncompleteDate, '2026-11-18');
  assert.equal((await google.listSitemaps(credentials, property)).length, 1);
  const url = `https://${property.replace('sc-domain:', '')}/`;
  assert.match((await google.inspect(credentials, property, url)).verdict, /^(PASS|NEUTRAL)$/u);
  // One for the code, one for the access.
  assert.equal(await countCalls('token'), 2);
});

test('a service account reads by its key, whatever became of its line ends', async (t) => {
  const { google, make, state, property } = await openConsole(t);
  const whole = JSON.stringify(state.service_account);
  for (const text of [whole, whole.replaceAll('\\n', '\\\\n'), whole.replaceAll('\\n', ' '), whole.replaceAll('\\n', '\\r\\n')]) {
    const account = await readServiceAccount(text);
    const { rows } = await make({}).fetchPerformance({ kind: 'service_account', account }, property, DAY);
    assert.ok(rows.length > 0);
  }
  for (const wrong of ['', '{}', '[]', whole.replace('service_account', 'authorized_user'), whole.replace(/MII\w{40}/u, 'MII')])
    await assert.rejects(readServiceAccount(wrong), ServiceAccountProblem);
  const account = { ...(await readServiceAccount(whole)), email: 'another@example.com' };
  assert.equal((await faultOf(google.listProperties({ kind: 'service_account', account }))).fault, 'key_refused');
});

test('every fault has a sentence of its own and one next step', async (t) => {
  const { google, make, connect, configure, property, setNow, control } = await openConsole(t);
  const credentials = await connect();
  const ask = (siteUrl = property) => google.fetchPerformance(credentials, siteUrl, DAY);
  const seen: SearchConsoleFault[] = [];
  const see = async (fault: string, work: () => Promise<unknown>) => {
    const error = await faultOf(work());
    assert.equal(error.fault, fault, error.message);
    seen.push(error);
    return error;
  };
  await configure({ broken: 'api_off' });
  assert.match((await see('api_off', ask)).hint ?? '', /https:\/\/console\.developers\.google\.com\/\S+project=123456789/u);
  await configure({ broken: 'no_permission' });
  await see('no_permission', ask);
  await configure({ broken: 'wrong_scope' });
  await see('wrong_scope', ask);
  await configure({ broken: null });
  assert.match((await see('other_form', () => ask(`https://${property.replace('sc-domain:', '')}/blog/`))).hint ?? '', /sc-domain:/u);
  await see('unverified', async () => ask((await google.listProperties(credentials)).find(({ canRead }) => !canRead)?.siteUrl));
  assert.equal((await faultOf(ask('sc-domain:nothing.example'))).fault, 'no_permission');
  await see('request_refused', () => google.fetchPerformance(credentials, property, { ...DAY, endDate: '2026-11-01' }));
  await see('client_refused', () => make({ clientSecret: 'wrong' }).listProperties(credentials));
  await configure({ quota: true });
  const quota = await see('quota', ask);
  assert.deepEqual([quota.retryAfterMs, quota.retryable], [900_000, true]);
  await setNow('2026-11-20T12:16:00Z');
  await control('/_sandbox/faults', { match: 'searchAnalytics', kind: 'http_429', count: 1 });
  assert.equal((await see('rate_limited', ask)).retryable, true);
  await configure({ limited: true });
  const limited = await connect();
  const endsAt = limited.kind === 'oauth' ? limited.endsAt?.getTime() : undefined;
  assert.ok(Math.abs((endsAt ?? 0) - new Date('2026-11-27T12:16:00Z').getTime()) < 10 * MINUTE_MS, String(endsAt));
  await setNow('2026-11-28T12:00:00Z');
  await see('access_limited', () => make().listProperties(limited));
  await configure({ revoke: true });
  assert.equal((await see('token_ended', ask)).retryable, true);
  await see('access_revoked', ask);
  assert.equal(new Set(seen.map(({ message }) => message)).size, seen.length);
  assert.equal(new Set(seen.map(({ hint }) => hint)).size, seen.length);
});

test('without a client people cannot sign in, and what does not answer is no refusal', async (t) => {
  const { make, google, connect, property, control } = await openConsole(t);
  const settings = { ...toSandboxSettings('http://127.0.0.1:9'), clientId: undefined, clientSecret: undefined };
  const without = makeSearchConsole({
    http: { request: () => Promise.reject(new Error('no call is made')) },
    clock: makeClock(),
    settings,
  });
  assert.equal(without.canSignIn, false);
  assert.throws(() => without.beginConsent(REDIRECT), SearchConsoleFault);
  const credentials = await connect();
  for (const match of ['searchAnalytics', '/token']) {
    await control('/_sandbox/faults', { match, kind: 'http_500', count: 1 });
    const asked = (match === '/token' ? make() : google).fetchPerformance(credentials, property, DAY);
    await assert.rejects(asked, (error: unknown) => !(error instanceof SearchConsoleFault) && (error as { retryable: boolean }).retryable);
  }
  await control('/_sandbox/faults', { match: 'searchAnalytics', kind: 'malformed', count: 1 });
  await assert.rejects(google.fetchPerformance(credentials, property, DAY), { kind: 'parse' });
});
