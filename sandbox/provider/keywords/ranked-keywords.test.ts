import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSandbox, US_ENGLISH, type SandboxClient } from '../../../test/support/sandbox-client.ts';
import { makeWorld } from '../../world/index.ts';

type Row = Readonly<Record<string, any>>;

const RANKED = '/v3/dataforseo_labs/google/ranked_keywords/live';
const site = makeWorld('sightline').sites.find(({ topic }) => topic !== undefined);

async function ask(client: SandboxClient, task: Row): Promise<Row> {
  const answer = await client.ask(RANKED, [{ target: site?.domain, ...US_ENGLISH, ...task }]);
  assert.equal(answer.tasks?.[0]?.status_code, 20_000);
  return answer.tasks[0].result?.[0] as Row;
}

test('a site ranks for exactly what its result pages show', async (t) => {
  const client = await openSandbox(t);
  const result = await ask(client, { limit: 1_000 });
  const items = result['items'] as Row[];
  assert.ok(items.length > 20);
  assert.equal(result['total_count'], items.length);
  assert.equal(result['metrics'].organic.count, items.length);
  for (const { keyword_data: data, ranked_serp_element: element } of items.slice(0, 10)) {
    const { body } = await client.control<Row>(
      `/_sandbox/truth/serp?location_code=2840&language_code=en&device=desktop&engine=engine_a&keyword=${encodeURIComponent(String(data.keyword))}`,
    );
    const found = (body['items'] as Row[]).find(
      (item) => item['type'] === 'organic' && String(item['domain']).endsWith(site?.domain ?? ''),
    );
    assert.deepEqual([found?.['rank_absolute'], found?.['url']], [element.serp_item.rank_absolute, element.serp_item.url], data.keyword);
  }
});

test('pages, filters and orders cut the same list', async (t) => {
  const client = await openSandbox(t);
  const all = (await ask(client, { limit: 1_000 }))['items'] as Row[];
  const page = (await ask(client, { limit: 5, offset: 5 }))['items'] as Row[];
  assert.deepEqual(page, all.slice(5, 10));
  const filters = ['ranked_serp_element.serp_item.rank_group', '<=', 10];
  const top = await ask(client, { limit: 1_000, filters, order_by: ['keyword_data.keyword_info.search_volume,desc'] });
  assert.equal(top['total_count'], all.filter((row) => row['ranked_serp_element'].serp_item.rank_group <= 10).length);
  const volumes = (top['items'] as Row[]).map((row) => row['keyword_data'].keyword_info.search_volume as number);
  assert.deepEqual(
    volumes,
    volumes.toSorted((left, right) => right - left),
  );
});
