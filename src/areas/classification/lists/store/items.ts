import { defineList } from '#stores/postgres/define-list.ts';
import type { Sql } from '#stores/postgres/types.ts';
import { insertRows, toArrays, unnest, type ColumnTypes } from '#stores/postgres/unnest.ts';
import { toSubjectHash, type Kind } from '../../records/classification.ts';
import type { ItemRecord, ItemStatus, ListItem } from '../list.ts';

const NEW = { list_id: 'text', line: 'integer', value: 'text', kind: 'text', subject: 'text', subject_hash: 'bytea' } as const;

export async function insertListItems(sql: Sql, listId: string, items: readonly ListItem[]): Promise<void> {
  const rows = items.map(({ line, value, kind, subject }) => ({
    list_id: listId,
    line,
    value,
    kind,
    subject,
    subject_hash: toSubjectHash(subject),
  }));
  await insertRows(sql, { table: 'classification_list_items', columns: NEW, rows });
}

/** Items of one kind whose turn it is; none of a list that has ended. */
export async function listWaiting(sql: Sql, listId: string, limit: number): Promise<ListItem[]> {
  const { rows } = await sql.query<ListItem>(
    `select i.line, i.value, i.kind, i.subject from classification_list_items i join classification_lists l on l.id = i.list_id
     where i.list_id = $1 and i.status = 'waiting' and l.status = 'running' and i.kind = (
       select w.kind from classification_list_items w where w.list_id = $1 and w.status = 'waiting' order by w.line limit 1)
     order by i.line limit $2`,
    [listId, limit],
  );
  return rows;
}

/** What an item was found to be. */
export interface JudgedItem {
  readonly line: number;
  readonly status: string;
  readonly reason: string | null;
  readonly verdicts: object;
  readonly confidence: number;
  readonly source: string;
  readonly is_cached: boolean;
  readonly model_version: string | null;
  readonly cost_usd: number;
  readonly classified_at: Date;
}

const JUDGED: ColumnTypes<JudgedItem> = {
  line: 'integer',
  status: 'text',
  reason: 'text',
  verdicts: 'jsonb',
  confidence: 'smallint',
  source: 'text',
  is_cached: 'boolean',
  model_version: 'text',
  cost_usd: 'double precision',
  classified_at: 'timestamptz',
};

/** Only of those that wait: a step that a crash repeats changes nothing that was found. */
export async function updateJudgedItems(sql: Sql, listId: string, rows: readonly JudgedItem[]): Promise<void> {
  await sql.query(
    `update classification_list_items i set status = t.status, reason = t.reason, verdicts = t.verdicts::jsonb,
       confidence = t.confidence, source = t.source, is_cached = t.is_cached, model_version = t.model_version,
       cost_usd = t.cost_usd, classified_at = t.classified_at
     from ${unnest(JUDGED, { first: 2 })} where i.list_id = $1 and i.line = t.line and i.status = 'waiting'`,
    [listId, ...toArrays(JUDGED, rows)],
  );
}

/** What a person said of an item counts in place of what the list found, whenever it was said. */
const FOUND = `(
  select i.list_id, i.line, i.value, i.kind, i.subject, i.reason, i.is_cached, i.model_version, i.cost_usd,
    case when c.source is not null then 'corrected' when i.status = 'waiting' and l.status not in ('queued', 'running') then 'not_reached'
      else i.status end as status,
    coalesce(c.verdicts, i.verdicts) as verdicts, coalesce(c.confidence, i.confidence) as confidence,
    coalesce(c.source, i.source) as source, coalesce(c.classified_at, i.classified_at) as classified_at
  from classification_list_items i join classification_lists l on l.id = i.list_id
  left join classifications c on c.kind = i.kind and c.subject_hash = i.subject_hash and c.source = 'human_feedback'
  where i.list_id = any($1::text[])) found`;

/** Which items are wanted; what is null does not matter. */
export interface ItemFilter {
  readonly listId: string;
  readonly kind: Kind | null;
  readonly statuses: readonly ItemStatus[] | null;
  /** Of any dimension. */
  readonly label: string | null;
  /** Part of the item, in any case. */
  readonly search: string | null;
}

const toValues = ({ listId, kind, statuses, label, search }: ItemFilter) => [[listId], kind, statuses, label, search];

/** In the order of the lines. */
export const listItems = defineList<ItemRecord, ItemFilter>({
  columns: 'line, value, kind, subject, status, reason, verdicts, confidence, source, is_cached, model_version, cost_usd, classified_at',
  from: `from ${FOUND} where ($2::text is null or kind = $2) and ($3::text[] is null or status = any($3))
  and ($4::text is null or verdicts @> jsonb_build_array(jsonb_build_object('label', $4::text)))
  and ($5::text is null or strpos(lower(subject), lower($5)) > 0)`,
  order: 'line',
  values: toValues,
});

/** Items of a list that are alike in kind, status and the label that a reader looks for first. */
export interface ItemGroup {
  readonly listId: string;
  readonly kind: Kind;
  readonly status: ItemStatus;
  /** Null: none is known. */
  readonly label: string | null;
  readonly items: number;
}

/** @param dimensions which label counts, by kind */
export async function groupItems(sql: Sql, listIds: readonly string[], dimensions: Readonly<Record<Kind, string>>): Promise<ItemGroup[]> {
  const { rows } = await sql.query<ItemGroup>(
    `select list_id, kind, status,
       (select v.value ->> 'label' from jsonb_array_elements(verdicts) v
        where v.value ->> 'dimension' = $2::jsonb ->> kind limit 1) as label, count(*) as items
     from ${FOUND} group by 1, 2, 3, 4 order by 5 desc, 2, 3, 4`,
    [listIds, JSON.stringify(dimensions)],
  );
  return rows;
}

/** Items of all lists, each once. */
export interface ListedCount {
  readonly kind: Kind;
  readonly total: number;
  /** With a label. */
  readonly classified: number;
}

export async function countListed(sql: Sql): Promise<ListedCount[]> {
  const { rows } = await sql.query<ListedCount>(
    `select kind, count(*) as total, count(*) filter (where is_labelled) as classified
     from (
       select kind, subject_hash, bool_or(jsonb_array_length(coalesce(verdicts, '[]')) > 0) as is_labelled
       from classification_list_items group by kind, subject_hash
     ) listed group by kind`,
  );
  return rows;
}
