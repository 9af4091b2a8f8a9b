import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BudgetLimits, DEFAULT_BUDGETS } from '#areas/costs/budgets/budget-limits.ts';
import { BUDGETS } from '#areas/costs/budgets/budgets.ts';
import { DIFFERENCES } from '#areas/costs/compare-records.ts';
import { joinAreas } from '#area/index.ts';
import { areas } from '#areas/index.ts';
import { providers } from '#providers/index.ts';
import { readDocument } from './documents.ts';

const SERVICE_RATES = [...providers, ...areas].flatMap(({ services = [] }) => services);
/** What clients know by these names. */
const SERVICES = [
  'provider_app_info',
  'provider_app_list',
  'provider_answers',
  'provider_model_answers',
  'provider_answer_index',
  'provider_serp',
  'provider_keywords',
  'provider_referring_domains',
  'provider_summary',
  'provider_backlinks',
  'provider_instant_pages',
  'provider_locations',
  'scraper_basic',
  'scraper_premium',
  'scraper_js_render',
  'rss_feed',
  'store_a_lookup_api',
  'edge_d1_read',
  'edge_d1_write',
  'edge_kv',
  'edge_worker',
  'edge_native_fetch',
  'edge_workers_ai',
  'video_api',
];

const { text } = readDocument('docs/costs.md');

/** Cells of the table whose head begins so. */
function readTable(head: string): string[][] {
  const from = text.indexOf(head);
  assert.ok(from >= 0, head);
  const [, , ...rows] = text.slice(from).split('\n\n', 1)[0]?.split('\n') ?? [];
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

test('the documented budgets are the budgets, with their periods', () => {
  const periods = BUDGETS.map(({ name, period }) => [name, period === 'run' ? 'no period' : period]);
  assert.deepEqual(
    readTable('| name | what it limits').map(([name, , , period]) => [name, period]),
    periods,
  );
  // What members may spend is kept with their memberships; all others are set in the configuration.
  assert.deepEqual(BUDGETS.map(({ name }) => name).toSorted(), [...Object.keys(BudgetLimits.shape), 'member_monthly_usd'].toSorted());
  const limited = Object.entries(DEFAULT_BUDGETS).filter(([, limit]) => limit !== null);
  assert.deepEqual(limited, [
    ['daily_usd', 50],
    ['llm_daily_usd', 50],
  ]);
});

test('the documented rates are the rates, and every service has one', () => {
  const priced = SERVICE_RATES.filter(({ priceUsd }) => priceUsd !== 0).map(({ service, priceUsd, unit }) => [
    service,
    priceUsd === null ? 'by operation' : String(priceUsd),
    unit,
  ]);
  assert.deepEqual(readTable('| service | USD'), priced);
  assert.deepEqual(SERVICE_RATES.map(({ service }) => service).toSorted(), SERVICES.toSorted());
});

test('every read of costs is listed, and every kind of difference explained', () => {
  const served = joinAreas(areas)
    .endpoints.filter(({ area }) => area === 'costs')
    .map(({ path }) => path);
  const listed = readTable('| read |').map(([path]) => path);
  assert.deepEqual(new Set(listed), new Set(served));
  assert.deepEqual(
    readTable('| kind |').map(([kind]) => kind),
    DIFFERENCES,
  );
});
