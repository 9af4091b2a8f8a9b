import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../support/app.ts';

const SCOPE = { scope: { source: 'workflow' } } as const;

test('what a store answered and could not be read is shown, booked and bounded', async (t) => {
  const { app, api, sandbox, stores, withKey } = await startTestApp(t);
  const { appStore } = app.context;
  const samples = await sandbox.get('/_sandbox/world');
  const appId = (samples.body.apps as { platform: string; app_id: string }[]).find(({ platform }) => platform === 'store_a')?.app_id ?? '';
  await sandbox.post('/_sandbox/faults', { match: 'apps.apple.com/us/', kind: 'missing_fields' });
  const read = () => appStore.fetchChart({ categoryId: '6007', chart: 'top-free', storefront: 'us' }, SCOPE);
  const page = await appStore.fetchProduct({ appId, storefront: 'us' }, SCOPE);
  for (let at = 0; at < 12; at += 1) await assert.rejects(read(), /lockup\.title/u);

  const { body } = await api.get('/diagnostics/app-store?limit=5');
  assert.equal(body.pagination.total, 11, 'one page of an app, and ten of twelve charts');
  assert.equal(body.evidence.length, 5);
  assert.ok(body.evidence[0].missing.includes('segments[].nextPage.remainingContent'));
  const last = (await api.get('/diagnostics/app-store?limit=1&offset=10')).body.evidence[0];
  assert.deepEqual(last.missing, page.missing);
  const kept = (await api.get(`/diagnostics/app-store/${last.id}`)).body;
  assert.match(kept.body, /<script type="application\/json" id="serialized-server-data">/u);
  assert.match(kept.evidence.url, new RegExp(`id${appId}$`, 'u'));
  assert.equal((await api.get('/diagnostics/app-store/ev_none')).status, 404);
  const bound = await withKey({ scopes: ['admin'], organization_id: 'org_1' });
  assert.equal((await bound.get('/diagnostics/app-store')).status, 403);

  // A redirect to the address with the name in it, the page, and the charts: each call is in the ledger, for nothing.
  const { rows } = await stores.postgres.query<{ service: string; endpoint: string; calls: number; usd: number }>(
    `select service, endpoint, count(*)::integer as calls, sum(cost_usd)::double precision as usd from api_costs group by 1, 2 order by 2`,
  );
  assert.deepEqual(rows, [
    { service: 'edge_native_fetch', endpoint: 'store_a/chart', calls: 12, usd: 0 },
    { service: 'edge_native_fetch', endpoint: 'store_a/product', calls: 2, usd: 0 },
  ]);
});
