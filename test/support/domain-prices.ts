import assert from 'node:assert/strict';
import type { TestApp } from './app.ts';
import { readCallPrices } from './call-prices.ts';

/** Every figure and row of a domain, onboarded once with fifty links, says what the provider was paid for it. */
export async function assertDomainPriced(app: TestApp, domain: string): Promise<void> {
  const { sum } = await readCallPrices(app);
  const read = async (path: string) => (await app.api.get(path)).body;
  const { readings } = await read(`/api/domains/${domain}/summary`);
  assert.deepEqual(
    [readings.backlinks, readings.referring_domains, readings.rank].map(({ cost_usd: usd, rows }) => [usd, rows]),
    [1, 2, 3].map(() => [sum(/backlinks\/summary\/live/u), null]),
  );
  assert.equal(readings.ranked_keywords.cost_usd, sum(/ranked_keywords\/live/u));
  assert.ok(readings.ranked_keywords.rows > 0 && readings.ranked_keywords.read_at !== null);

  const { basis } = await read(`/api/domains/${domain}/anchors`);
  assert.deepEqual([basis.rows_fetched, basis.cost_usd], [50, sum(/backlinks\/backlinks\/live/u)]);
  const changes = await read(`/api/domains/${domain}/backlinks/changes?since=2000-01-01`);
  assert.equal(changes.knowledge.backlinks.cost_usd, basis.cost_usd);
  const paid = sum(/referring_domains\/live/u);
  const { referring_domains: rows } = await read(`/api/domains/${domain}/referring-domains?limit=5`);
  const share = Number((paid / changes.knowledge.referring_domains.rows_fetched).toFixed(6));
  assert.ok(share > 0 && rows.length > 0);
  assert.deepEqual(new Set(rows.map((row: { cost_usd: number }) => row.cost_usd)), new Set([share]), 'each has its share of the call');
  const csv: string = await read(`/api/domains/${domain}/referring-domains?limit=5&format=csv`);
  assert.ok(csv.split('\r\n')[0]?.endsWith(',cost_usd') && csv.split('\r\n')[1]?.endsWith(`,${share}`));
}
