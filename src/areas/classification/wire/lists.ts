import { z } from 'zod';
import { dryRunField, EstimateBody, toEstimateFields, type Estimate } from '#areas/costs/index.ts';
import { idField, limitField, listField, listParam, nameField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import type { Page } from '#kernel/lists.ts';
import { describeVerdicts } from '../engine/describe-verdict.ts';
import { countKinds } from '../lists/estimate-list.ts';
import type { ListState } from '../lists/get-list.ts';
import { ITEM_STATUSES, ITEMS_MAX, KINDS, LIST_STATUSES, MAIN_DIMENSION, type ItemRecord } from '../lists/list.ts';
import type { GivenLine, ReadLines } from '../lists/read-lines.ts';
import type { ItemFilter } from '../lists/store/items.ts';
import { VerdictBody } from './classification.ts';

const LINE_MAX = 10_000;
const LISTS_DEFAULT = 50;
const LISTS_MAX = 200;
const ITEMS_DEFAULT = 200;
const ITEM_PAGE_MAX = 1_000;

const Kind = z.enum(KINDS).meta({ description: 'What an item is: a domain, a page by its address, or a keyword' });

export const ListBody = z.object({
  items: listField(z.union([z.string().max(LINE_MAX), z.object({ value: z.string().max(LINE_MAX), kind: Kind.optional() })]), {
    min: 1,
    max: ITEMS_MAX,
  }).meta({
    description:
      'Lines as a person has them, each a text or an object with its kind. Without a kind the looks decide: an address with a path is a page, ' +
      'a host a domain, anything else a keyword. Empty lines count for nothing but the numbers of the lines.',
  }),
  name: nameField().optional().meta({ description: 'Of the list; its first item and how many others unless given.' }),
  project_id: idField().optional().meta({ description: 'Who pays, and whose own websites are brands in keywords.' }),
  skip_fetch: z.boolean().default(false).meta({ description: 'Reads no page.' }),
  skip_llm: z.boolean().default(false).meta({ description: 'Asks no language model, so that nothing is paid for.' }),
  dry_run: dryRunField(),
});

export function toLines(items: z.output<typeof ListBody>['items']): GivenLine[] {
  return items.map((item) => (typeof item === 'string' ? { value: item } : item));
}

const Refused = z.object({ line: z.int(), value: z.string(), reason: z.string() }).meta({ id: 'RefusedLine' });
const Duplicate = z.object({ line: z.int(), value: z.string(), of: z.int() }).meta({ id: 'DuplicateLine' });
const KindCounts = z.object({ domain: z.int(), url: z.int(), keyword: z.int() });

const LeftOut = {
  refused: z.array(Refused).meta({ description: 'Lines that are no items, with their numbers from 1; they hold up no other.' }),
  duplicates: z.array(Duplicate).meta({ description: 'Lines that say again what the line `of` says.' }),
};

/** What a list would be, and cost at most. */
export const ListEstimateResponse = z.object({
  success: z.boolean(),
  dry_run: z.boolean(),
  estimate: EstimateBody,
  items: z.array(z.object({ line: z.int(), value: z.string(), kind: Kind, item: z.string() })),
  kinds: KindCounts,
  blank: z.int(),
  ...LeftOut,
});

export function toListEstimateBody(estimate: Estimate, read: ReadLines): z.input<typeof ListEstimateResponse> {
  return {
    success: true,
    dry_run: true,
    estimate: toEstimateFields(estimate),
    items: read.items.map(({ line, value, kind, subject }) => ({ line, value, kind, item: subject })),
    kinds: countKinds(read.items),
    blank: read.blank,
    refused: [...read.refused],
    duplicates: [...read.duplicates],
  };
}

const Counts = z.record(z.string(), z.int());

const ListFieldsOf = {
  list_id: z.string(),
  name: z.string(),
  project_id: z.string().nullable(),
  status: z.enum(LIST_STATUSES),
  error: z.string().nullable(),
  skip_fetch: z.boolean(),
  skip_llm: z.boolean(),
  items: z.int(),
  done: z.int().meta({ description: 'Items that have been judged, or of which a person said what they are' }),
  statuses: z.object(
    Object.fromEntries(ITEM_STATUSES.map((status) => [status, z.int()])) as Record<(typeof ITEM_STATUSES)[number], z.ZodInt>,
  ),
  kinds: KindCounts,
  cost_usd: z.number().meta({ description: 'What it has cost, as it is booked' }),
  workflow_id: z.string(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
};

const ListRow = z.object(ListFieldsOf).meta({ id: 'ClassificationList' });

export const ListResponse = z.object({
  success: z.boolean(),
  ...ListFieldsOf,
  labels: z
    .object({ domain: Counts, url: Counts, keyword: Counts })
    .meta({ description: 'How many items have each `domain_type`, `page_type` and `intent_type`; those without one are left out.' }),
  ...LeftOut,
  status_url: z.string(),
});
export const ListsResponse = z.object({ success: z.boolean(), lists: z.array(ListRow), ...ListFields });

export function toClassifiedListBody(state: ListState): z.input<typeof ListResponse> {
  const { groups, list } = state;
  const labelsOf = (kind: (typeof KINDS)[number]): Record<string, number> => {
    const labels: Record<string, number> = {};
    for (const { label, items } of groups.filter((group) => group.kind === kind))
      if (label !== null) labels[label] = (labels[label] ?? 0) + items;
    return labels;
  };
  return {
    success: true,
    ...toListRow(state),
    labels: { domain: labelsOf('domain'), url: labelsOf('url'), keyword: labelsOf('keyword') },
    refused: [...list.refused],
    duplicates: [...list.duplicates],
    status_url: `/api/classify/${list.id}`,
  };
}

export function toListsBody(
  page: Page,
  { lists, total }: { readonly lists: readonly ListState[]; readonly total: number },
): z.input<typeof ListsResponse> {
  return { success: true, lists: lists.map(toListRow), ...toListFields(lists, page, total) };
}

function toListRow({ list, groups, costUsd }: ListState): z.input<typeof ListRow> {
  const sumOf = (isCounted: (group: ListState['groups'][number]) => boolean): number =>
    groups.filter(isCounted).reduce((sum, { items }) => sum + items, 0);
  const statuses = Object.fromEntries(ITEM_STATUSES.map((status) => [status, sumOf((group) => group.status === status)])) as z.input<
    typeof ListRow
  >['statuses'];
  return {
    list_id: list.id,
    name: list.name,
    project_id: list.projectId,
    status: list.status,
    error: list.error,
    skip_fetch: list.skipFetch,
    skip_llm: list.skipLlm,
    items: list.items,
    done: list.items - statuses.waiting - statuses.not_reached,
    statuses,
    kinds: {
      domain: sumOf(({ kind }) => kind === 'domain'),
      url: sumOf(({ kind }) => kind === 'url'),
      keyword: sumOf(({ kind }) => kind === 'keyword'),
    },
    cost_usd: costUsd,
    workflow_id: list.workflowId,
    created_at: list.createdAt.toISOString(),
    ended_at: list.endedAt?.toISOString() ?? null,
  };
}

const label = () => z.string().nullable();

/** A label of each dimension that a reader looks for; those of the other kinds of items are null. */
const Labels = z.object({
  tier1_type: label(),
  domain_type: label(),
  property_type: label(),
  page_type: label(),
  page_bucket: label(),
  intent_type: label(),
  journey: label(),
});

const ItemRow = z
  .object({
    line: z.int(),
    value: z.string().meta({ description: 'As it was given' }),
    kind: Kind,
    item: z.string().meta({ description: 'Normalized' }),
    status: z.enum(ITEM_STATUSES),
    reason: z.string().nullable().meta({ description: 'Why a stage that would have been needed did not run' }),
    label: label().meta({ description: 'Of `domain_type`, `page_type` or `intent_type`' }),
    confidence: z.number().nullable().meta({ description: 'From 0 to 100, of the least sure dimension among those that decide' }),
    stage: z.string().nullable().meta({ description: 'That decided the label' }),
    why: z.string().nullable().meta({ description: 'The evidence of the label, with semicolons between' }),
    second_best: label(),
    second_best_confidence: z.number().nullable(),
    labels: Labels,
    source: z.string().nullable(),
    cached: z.boolean().nullable().meta({ description: 'It was known from the last 24 hours.' }),
    model_version: z.string().nullable(),
    cost_usd: z.number().nullable(),
    classified_at: z.string().nullable(),
    verdicts: z.record(z.string(), VerdictBody).meta({ description: 'By dimension' }),
  })
  .meta({ id: 'ClassifiedItem' });

export const ItemsResponse = z.object({ success: z.boolean(), items: z.array(ItemRow), ...ListFields });

export function toItemsBody(
  page: Page,
  { items, total }: { readonly items: readonly ItemRecord[]; readonly total: number },
): z.input<typeof ItemsResponse> {
  return { success: true, items: items.map(toItemRow), ...toListFields(items, page, total) };
}

function toItemRow({ verdicts: found, ...item }: ItemRecord): z.input<typeof ItemRow> {
  const verdicts = describeVerdicts(found ?? []);
  const main = verdicts[MAIN_DIMENSION[item.kind]];
  const labels = Object.keys(Labels.shape).map((dimension) => [dimension, verdicts[dimension]?.label ?? null] as const);
  return {
    line: item.line,
    value: item.value,
    kind: item.kind,
    item: item.subject,
    status: item.status,
    reason: item.reason,
    label: main?.label ?? null,
    confidence: item.confidence,
    stage: main?.stage ?? null,
    why: main?.evidence.join('; ') ?? null,
    second_best: main?.second_best?.label ?? null,
    second_best_confidence: main?.second_best?.confidence ?? null,
    labels: Object.fromEntries(labels) as z.input<typeof Labels>,
    source: item.source,
    cached: item.isCached,
    model_version: item.modelVersion,
    cost_usd: item.costUsd,
    classified_at: item.classifiedAt?.toISOString() ?? null,
    verdicts: Object.fromEntries(Object.entries(verdicts).map(([name, one]) => [name, { ...one, evidence: [...one.evidence] }])),
  };
}

export const ListParams = z.object({ list_id: idField() });
export const ListsQuery = z.object({
  project_id: idField().optional(),
  limit: limitField(LISTS_DEFAULT, LISTS_MAX),
  offset: offsetField(),
});
export const ItemsQuery = z.object({
  kind: z.enum(KINDS).optional(),
  status: listParam(z.enum(ITEM_STATUSES)).optional(),
  label: nameField().optional().meta({ description: 'Only items that have this label in one of their dimensions.' }),
  search: nameField().optional().meta({ description: 'Part of the item, in any case.' }),
  limit: limitField(ITEMS_DEFAULT, ITEM_PAGE_MAX),
  offset: offsetField(),
});

export function toItemFilter(listId: string, { kind, status, label: wanted, search }: z.output<typeof ItemsQuery>): ItemFilter {
  return { listId, kind: kind ?? null, statuses: status ?? null, label: wanted ?? null, search: search ?? null };
}
