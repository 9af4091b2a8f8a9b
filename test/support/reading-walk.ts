import assert from 'node:assert/strict';
import { answersAreBounded } from './bounded-walk.ts';
import { askAll, expectAll } from './openapi-walk-access.ts';
import { makeKey, type Section } from './openapi-walk-suite.ts';
import { makeThings, waitForWorkflow } from './openapi-walk-world.ts';

/** What a key that may only read gets of everything that is read: nothing is bought for it. */
const readersBuyNothing: Section = async ({ world, server, operations }) => {
  const reads = operations.filter(({ method, scope }) => method === 'GET' && scope === 'read');
  const { paths } = (await world.api.get('/openapi.json')).body as { paths: Record<string, { get?: { responses: object } }> };
  const paying = Object.entries(paths).flatMap(([path, { get }]) => (get !== undefined && '402' in get.responses ? [path] : []));
  assert.deepEqual(paying, ['/api/app-store/lookup'], 'no other read can be refused for want of budget');
  const buying = Object.entries(paths).flatMap(([path, { get }]) => (get !== undefined && 'x-can-spend' in get ? [path] : []));
  assert.deepEqual(buying, paying, 'a read for which something can be bought says so');
  const ids = await makeThings(world.api, world.stores.postgres, { organization: 'org_reader' });
  await waitForWorkflow(world.api, ids);
  const sumCosts = async (): Promise<number> => (await world.sandbox.get('/_sandbox/calls')).body.cost_usd;
  const before = await sumCosts();
  const reader = { 'x-api-key': await makeKey(world, { scopes: ['read'] }) };
  const verdicts = await askAll(reads, { server, sender: { headers: reader }, ids });
  assert.deepEqual(verdicts, expectAll(verdicts, '200'));

  const unread = (await world.sandbox.get('/_sandbox/world')).body.apps as { platform: string; app_id: string }[];
  const lookUp = async (app: { platform: string; app_id: string } | undefined, headers: Record<string, string>): Promise<string> => {
    const url = `/api/app-store/lookup?platform=${app?.platform}&app_id=${app?.app_id}`;
    const { statusCode, payload } = await server.inject({ method: 'GET', url, headers });
    return `${statusCode} ${statusCode === 200 ? '' : JSON.parse(payload).error}`.trimEnd();
  };
  for (const platform of ['store_a', 'store_b'])
    assert.equal(
      await lookUp(
        unread.findLast((app) => app.platform === platform),
        reader,
      ),
      '403 Forbidden',
      platform,
    );
  assert.equal(await sumCosts(), before);
  const sold = unread.findLast(({ platform }) => platform === 'store_b');
  assert.equal(await lookUp(sold, { 'x-api-key': await makeKey(world, { scopes: ['read', 'write'] }) }), '200');
  assert.ok((await sumCosts()) > before);
  assert.equal(await lookUp(sold, reader), '200', 'what is stored');
};

/** A page of another site has a browser send the cookie with a link: what can buy something is not done for it. */
const linksBuyNothing: Section = async ({ world, server }) => {
  const sumCosts = async (): Promise<number> => (await world.sandbox.get('/_sandbox/calls')).body.cost_usd;
  const signedIn = await server.inject({
    method: 'POST',
    url: '/api/session',
    payload: { api_key: await makeKey(world, { scopes: ['read', 'write', 'admin'] }) },
  });
  const cookie = String(signedIn.headers['set-cookie']).split(';', 1)[0] ?? '';
  const before = await sumCosts();
  const { apps } = (await world.sandbox.get('/_sandbox/world')).body as { apps: { platform: string; app_id: string }[] };
  const sold = apps.filter(({ platform }) => platform === 'store_b').at(-2);
  const url = `/api/app-store/lookup?platform=store_b&app_id=${sold?.app_id}`;
  const ask = (site: string, more = '') => server.inject({ method: 'GET', url: url + more, headers: { cookie, 'sec-fetch-site': site } });
  for (const site of ['cross-site', 'same-site', 'none']) assert.equal((await ask(site)).statusCode, 403, site);
  const dry = await ask('same-origin', '&dry_run=true');
  assert.equal(dry.statusCode, 200, dry.payload);
  assert.ok(JSON.parse(dry.payload).estimate.cost_usd > 0);
  assert.equal(await sumCosts(), before);
  assert.equal((await ask('same-origin')).statusCode, 200);
  assert.ok((await sumCosts()) > before);
};

/** What holds for everything that is read. */
export const readingSections: Readonly<Record<string, Section>> = {
  'a key that may only read buys nothing': readersBuyNothing,
  'a link on a page of another site buys nothing': linksBuyNothing,
  'no answer to a read is larger than is said, whatever is asked': answersAreBounded,
};
