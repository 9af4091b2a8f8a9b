import assert from 'node:assert/strict';
import type { TestApp } from './app.ts';
import { readCallPrices } from './call-prices.ts';
import { listTerms, listTracked, type SampleApp } from './tracked-apps.ts';

/** Ratings and places say what the provider was paid for them; the pages of the other store are free. */
export async function assertAppsPriced(app: TestApp, projectId: string, [free, paid]: readonly [SampleApp, SampleApp]): Promise<void> {
  const { each } = await readCallPrices(app);
  const shown = await listTracked(app, projectId);
  const find = ({ appId }: SampleApp) => shown.find(({ app_id: id }) => id === appId);
  const [ofPages, bought] = [find(free), find(paid)];
  const info = each(/app_info\/task_post/u);
  assert.equal(ofPages.rating_reading.cost_usd, 0);
  assert.deepEqual([bought.rating_reading.source, bought.rating_reading.cost_usd], ['provider', info]);
  assert.ok(ofPages.ranks.every((place: any) => place.list_usd === 0));
  assert.deepEqual(new Set(bought.ranks.map((place: any) => place.list_usd)), new Set([each(/app_list\/task_post/u)]));
  const { body } = await app.api.get(`/api/apps/${paid.appId}?platform=${paid.platform}`);
  assert.deepEqual([body.rating_reading.cost_usd, body.ratings.at(-1).cost_usd], [info, info]);
  const { rows } = await app.app.context.postgres.query<{ service: string; cost: number }>(
    `select service, sum(cost_usd) as cost from api_costs group by service`,
  );
  const costs = new Map(rows.map(({ service, cost }) => [service, cost]));
  assert.equal(costs.get('store_a_lookup_api'), 0, 'free calls stand in the ledger');
  assert.ok((costs.get('provider_app_info') ?? 0) > 0 && (costs.get('provider_app_list') ?? 0) > 0, JSON.stringify(rows));
}

/** The places of terms that were searched for once say what their searches cost. */
export async function assertTermsPriced(app: TestApp, projectId: string, twin: SampleApp): Promise<void> {
  const prices: number[] = (await listTerms(app, projectId, twin)).map(({ cost_usd: usd }) => usd);
  assert.ok(prices.every((usd) => usd > 0));
  const store = twin.platform === 'store_a' ? 'apple' : 'google';
  const paid = (await readCallPrices(app)).sum(new RegExp(`${store}/app_searches/task_post`, 'u'));
  assert.equal(Number(prices.reduce((sum, usd) => sum + usd, 0).toFixed(6)), paid);
}
