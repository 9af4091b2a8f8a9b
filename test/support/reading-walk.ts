import assert from 'node:assert/strict';
import { askAll, expectAll } from './openapi-walk-access.ts';
import { makeKey, type Section } from './openapi-walk-suite.ts';
import { makeThings, waitForWorkflow } from './openapi-walk-world.ts';

/** What a key that may only read gets of everything that is read: nothing is bought for it. */
export const readersBuyNothing: Section = async ({ world, server, operations }) => {
  const reads = operations.filter(({ method, scope }) => method === 'GET' && scope === 'read');
  const { paths } = (await world.api.get('/openapi.json')).body as { paths: Record<string, { get?: { responses: object } }> };
  const paying = Object.entries(paths).flatMap(([path, { get }]) => (get !== undefined && '402' in get.responses ? [path] : []));
  assert.deepEqual(paying, ['/api/app-store/lookup'], 'no other read can be refused for want of budget');
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
