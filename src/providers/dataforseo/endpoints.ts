import { readFileSync } from 'node:fs';
import { roundUsd } from '#kernel/money.ts';
import { MODEL_LIVE } from './answers/models.ts';
import type { SearchService } from './services.ts';
import type { ProviderEndpoint } from '../search-data/index.ts';
import type { ProviderTask } from './client.ts';

interface EndpointRow extends ProviderEndpoint {
  readonly segments: readonly string[];
  readonly template: string;
}

let rows: readonly EndpointRow[] | undefined;

/**
 * The endpoint of the provider that an address names, with or without `/v3`; `undefined` when it is none
 * that this service knows.
 */
export function findEndpoint(address: string): ProviderEndpoint | undefined {
  const path = `/${address.trim().replace(/^\/+/u, '')}`;
  const full = path.startsWith('/v3/') ? path : `/v3${path}`;
  if (!/^[\w/.-]+$/u.test(full) || full.includes('..')) return undefined;
  const segments = full.split('/');
  rows ??= readRows();
  const found = rows.find(
    (row) => row.segments.length === segments.length && row.segments.every((part, at) => fits(part, segments[at] ?? '')),
  );
  return found && { path: full, method: found.method, kind: found.kind, tasksMax: found.tasksMax, price: found.price };
}

/** The endpoint of an address as it is documented, `{id}` for an id; `other` when this service does not know it. */
export function toEndpointLabel(path: string): string {
  const segments = (path.split('?', 1)[0] ?? path).split('/');
  rows ??= readRows();
  const found = rows.find(
    (row) => row.segments.length === segments.length && row.segments.every((part, at) => fits(part, segments[at] ?? '')),
  );
  return found?.template ?? 'other';
}

function fits(part: string, segment: string): boolean {
  return part.startsWith('{') ? segment !== '' : part === segment;
}

function readRows(): readonly EndpointRow[] {
  const text = readFileSync(new URL('data/endpoints.tsv', import.meta.url), 'utf8');
  const lines = text.trimEnd().split('\n').slice(1);
  return lines.map((line) => {
    const [path = '', method = '', kind = '', tasksMax = '', price = ''] = line.split('\t');
    return {
      path,
      template: path,
      segments: path.split('/'),
      method: method === 'GET' ? 'GET' : 'POST',
      kind: kind as ProviderEndpoint['kind'],
      tasksMax: Number(tasksMax),
      price,
    };
  });
}

/** Prices by family: a task, and a unit of what it asks for. USD; for reserving, so rather too high. */
interface Price {
  readonly taskUsd: number;
  readonly unitUsd?: number;
  /** Results that make a unit. */
  readonly perUnit?: number;
  /** Results when the task does not say how many. */
  readonly unitsDefault?: number;
  /** The most that options of a task can multiply the price with. */
  readonly factorMax?: number;
}

const PRICES: Readonly<Record<string, Price>> = {
  free: { taskUsd: 0 },
  serp_organic: { taskUsd: 0.002, unitUsd: 0.0015, perUnit: 10, unitsDefault: 10, factorMax: 5 },
  serp_maps: { taskUsd: 0.002, unitUsd: 0.002, perUnit: 20, unitsDefault: 100 },
  serp_local_finder: { taskUsd: 0.002, unitUsd: 0.002, perUnit: 10, unitsDefault: 20 },
  serp_autocomplete: { taskUsd: 0.002 },
  google_ads: { taskUsd: 0.075 },
  bing_ads: { taskUsd: 0.075 },
  clickstream: { taskUsd: 0.15 },
  labs: { taskUsd: 0.01, unitUsd: 0.0001, unitsDefault: 700, factorMax: 2 },
  labs_search_intent: { taskUsd: 0.001, unitUsd: 0.0001, unitsDefault: 1_000 },
  labs_categories_for_domain: { taskUsd: 0.02 },
  labs_historical: { taskUsd: 0.1, unitUsd: 0.001, unitsDefault: 700 },
  llm_responses: { taskUsd: 0.1 },
  llm_mentions: { taskUsd: 0.01, unitUsd: 0.0001, unitsDefault: 100 },
  ai_keyword_data: { taskUsd: 0.01, unitUsd: 0.0001, unitsDefault: 1_000 },
  backlinks: { taskUsd: 0.02, unitUsd: 0.00003, unitsDefault: 1_000 },
  on_page: { taskUsd: 0.00015, factorMax: 40 },
  business_listings: { taskUsd: 0.01, unitUsd: 0.0003, unitsDefault: 100 },
  my_business_info: { taskUsd: 0.0054 },
};
/** App data: by the thirty results at most, double for what is urgent. */
const APP_PRICE: Price = { taskUsd: 0.01, unitUsd: 0.0024, perUnit: 25, unitsDefault: 200 };

/** What a task costs at most. */
export function estimateTaskUsd({ price: family }: ProviderEndpoint, task: ProviderTask): number {
  const price = PRICES[family] ?? APP_PRICE;
  const units = Math.ceil(countResults(task, price.unitsDefault ?? 0) / (price.perUnit ?? 1));
  return roundUsd((price.taskUsd + units * (price.unitUsd ?? 0)) * (price.factorMax ?? 1));
}

/** How much a task asks for: by its limit or depth, or by the length of its list. */
function countResults(task: ProviderTask, otherwise: number): number {
  const numbers = ['depth', 'limit'].flatMap((name) => (typeof task[name] === 'number' ? [task[name]] : []));
  const lengths = ['keywords', 'targets', 'target'].flatMap((name) => (Array.isArray(task[name]) ? [task[name].length] : []));
  return Math.max(0, ...(numbers.length + lengths.length > 0 ? [...numbers, ...lengths] : [otherwise]));
}

/** Under which service a call is booked. */
export function serviceOf({ path }: ProviderEndpoint): SearchService {
  if (path.startsWith('/v3/serp/') || path.startsWith('/v3/business_data/')) return 'provider_serp';
  if (/^\/v3\/backlinks\/(summary|history|timeseries)/u.test(path)) return 'provider_summary';
  if (path.startsWith('/v3/backlinks/referring_domains')) return 'provider_referring_domains';
  if (path.startsWith('/v3/backlinks/')) return 'provider_backlinks';
  if (path.startsWith('/v3/on_page/')) return 'provider_instant_pages';
  if (path.startsWith('/v3/app_data/')) return path.includes('app_info') ? 'provider_app_info' : 'provider_app_list';
  if (path.includes('/llm_responses/')) return 'provider_model_answers';
  if (path.includes('/llm_mentions/')) return 'provider_answer_index';
  return 'provider_keywords';
}

/** The class of the endpoint in `call-limits.ts`. */
export function rateClassOf({ path, kind }: ProviderEndpoint): string {
  if (kind === 'tasks_ready' || kind === 'tasks_fixed') return 'tasks_ready';
  if (path.endsWith('/id_list')) return 'id_list';
  if (path.endsWith('/appendix/user_data')) return 'user_data';
  if (path.endsWith('/appendix/status') || path.endsWith('/appendix/errors')) return 'status';
  if (kind !== 'live') return kind;
  if (path.startsWith('/v3/backlinks/')) return 'backlinks_live';
  if (path.includes('/llm_responses/')) return MODEL_LIVE;
  if (path.includes('/llm_mentions/')) return 'labs_live';
  return path.includes('/google_ads/') ? 'google_ads_live' : 'live';
}
