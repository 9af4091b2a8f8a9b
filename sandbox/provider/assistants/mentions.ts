import { hashText } from '../../hashing.ts';
import { invalidField, ok, type SearchTools, type TaskAnswer, type TaskRequest } from '../answer.ts';
import { roundUsd } from '../envelope.ts';
import type { FieldRule, FieldRules } from '../fields.ts';
import { regionFields } from '../keywords/labs-route.ts';
import { regionOf } from '../keywords/labs-region.ts';
import { cutPage, readSelection } from '../keywords/row-filters.ts';
import { PRICES } from '../prices.ts';
import type { ProviderRoute } from '../route.ts';
import { numberOf, textOf } from '../search-request.ts';
import { listPool, type PoolEntry } from './mention-pool.ts';
import { sumByKey, sumMentions, toMentionRow, type Scope } from './mention-rows.ts';
import { isHit, readTargets } from './mention-targets.ts';

const TARGETS_MAX = 10;
const ROWS_MAX = 1_000;
const OFFSET_MAX = 9_000;
const ROWS_DEFAULT = 100;
const GROUPS_DEFAULT = 10;
const UNITED_STATES = 2840;

const flat: Readonly<Record<string, FieldRule>> = {
  target: { type: 'objects', countMax: TARGETS_MAX },
  ...regionFields,
  platform: { type: 'text', oneOf: ['google', 'chat_gpt'] },
  filters: { type: 'list' },
  tag: { type: 'text', lengthMax: 255 },
};
const paged: Readonly<Record<string, FieldRule>> = {
  order_by: { type: 'texts' },
  limit: { type: 'integer', min: 1, max: ROWS_MAX },
  offset: { type: 'integer', min: 0, max: OFFSET_MAX },
  search_after_token: { type: 'text' },
};
const grouped: Readonly<Record<string, FieldRule>> = { internal_list_limit: { type: 'integer', min: 1, max: GROUPS_DEFAULT } };
const ranked: Readonly<Record<string, FieldRule>> = {
  ...grouped,
  links_scope: { type: 'text', oneOf: ['sources', 'search_results'] },
  items_list_limit: { type: 'integer', min: 1, max: GROUPS_DEFAULT },
};

/** The vendor's own index of answers: whom they name and cite. One task a call. */
export const mentionRoutes: readonly ProviderRoute[] = [
  mentionRoute('search', paged, answerSearch),
  mentionRoute('aggregated_metrics', grouped, (found) => charge([{ total: sumOf(found, found.entries), items: null }], 1)),
  mentionRoute('top_domains', ranked, (found) => answerTop(found, ({ site }) => site.host)),
  mentionRoute('top_pages', ranked, (found) => answerTop(found, ({ url }) => url)),
];

/** The answers that a task is about. */
interface Found {
  readonly task: TaskRequest;
  readonly scope: Scope;
  readonly entries: readonly PoolEntry[];
}

function mentionRoute(name: string, own: Readonly<Record<string, FieldRule>>, answer: (found: Found) => TaskAnswer): ProviderRoute {
  const fields: FieldRules = { fields: { ...flat, ...own }, required: ['target'], requireOneOf: [] };
  return {
    method: 'POST',
    path: `/v3/ai_optimization/llm_mentions/${name}/live`,
    kind: 'live',
    fields,
    answer(tools, task) {
      const found = find(tools, task);
      return 'code' in found ? found : answer(found);
    },
  };
}

function find(tools: SearchTools, task: TaskRequest): Found | TaskAnswer {
  const region = regionOf(task);
  if ('badField' in region) return invalidField(region.badField);
  const platform = task['platform'] === 'chat_gpt' ? 'chat_gpt' : 'google';
  if (platform === 'chat_gpt' && region.place.code !== UNITED_STATES) return invalidField('location_code');
  if (platform === 'chat_gpt' && region.languageCode !== 'en') return invalidField('language_code');
  const targets = readTargets(task['target']);
  if (targets === undefined) return invalidField('target');
  const selection = readSelection({ filters: task['filters'] });
  if ('badField' in selection) return invalidField(selection.badField);
  const scope = { ...region, platform, now: tools.now() } as const;
  const entries = listPool(tools, targets, scope).filter((entry) => isHit(targets, entry));
  return { task, scope, entries: selection.isPlain ? entries : entries.filter((entry) => selection.test(toMentionRow(entry, scope))) };
}

function answerSearch({ task, scope, entries }: Found): TaskAnswer {
  const selection = readSelection({ order_by: task['order_by'] });
  if ('badField' in selection) return invalidField(selection.badField);
  const offset = offsetOf(task);
  if (offset === undefined) return invalidField('search_after_token');
  const limit = numberOf(task, 'limit') ?? ROWS_DEFAULT;
  const { rows, total } = cutPage(entries, (entry) => toMentionRow(entry, scope), { ...selection, offset, limit });
  const token = offset + rows.length < total ? tokenFor(task, offset + rows.length) : null;
  const result = {
    total_count: total,
    current_offset: offset,
    search_after_token: token,
    items_count: rows.length,
    items: rows.length === 0 ? null : rows,
  };
  return charge([result], rows.length);
}

type Page = NonNullable<PoolEntry['answer']['sources']>[number];

/** The sites or pages that stand in most of the answers, each with sums over those. */
function answerTop(found: Found, keyOf: (page: Page) => string): TaskAnswer {
  const { task, scope, entries } = found;
  const isRetrieved = task['links_scope'] === 'search_results';
  const keysOf = ({ answer }: PoolEntry): string[] => [...new Set(((isRetrieved ? answer.retrieved : answer.sources) ?? []).map(keyOf))];
  const top = sumByKey(entries, scope, keysOf).slice(0, numberOf(task, 'items_list_limit') ?? GROUPS_DEFAULT);
  const items = top.map(({ key }) => ({
    key,
    ...sumOf(
      found,
      entries.filter((entry) => keysOf(entry).includes(key)),
    ),
  }));
  return charge([{ total: sumOf(found, entries), items_count: items.length, items: items.length === 0 ? null : items }], items.length);
}

function sumOf({ task, scope }: Found, entries: readonly PoolEntry[]): Record<string, unknown> {
  return sumMentions(entries, scope, numberOf(task, 'internal_list_limit') ?? GROUPS_DEFAULT);
}

function charge(result: readonly unknown[], rows: number): TaskAnswer {
  return ok(result, roundUsd(PRICES.llmMentionsTask + rows * PRICES.llmMentionsRow));
}

/** Where a page begins: the token of the page before counts only with everything else as it was. */
function offsetOf(task: TaskRequest): number | undefined {
  const token = textOf(task, 'search_after_token');
  if (token === undefined) return numberOf(task, 'offset') ?? 0;
  const offset = Number(Buffer.from(token, 'base64url').toString('utf8').split(' ')[1]);
  return Number.isInteger(offset) && tokenFor(task, offset) === token ? offset : undefined;
}

function tokenFor({ search_after_token: _token, offset: _offset, ...task }: TaskRequest, offset: number): string {
  return Buffer.from(`${hashText(JSON.stringify(task))} ${offset}`).toString('base64url');
}
