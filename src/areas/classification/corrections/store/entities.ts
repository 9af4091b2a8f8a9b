import type { Sql, Transaction } from '#stores/postgres/types.ts';
import type { Kind } from '../../similarity/example.ts';
import { toSubjectHash } from '../../records/classification.ts';
import type { Entity } from '../correction.ts';

/** Reads a record and locks it, so that of two people who correct it at once the second one sees what the first one said. */
export async function lockRecord(tx: Transaction, type: Kind, id: string): Promise<Entity | undefined> {
  if (type !== 'keyword' && !ROW_NUMBER.test(id)) return undefined;
  return await LOCKS[type](tx, id);
}

/** PostgreSQL's bigint has 19 digits; what is longer is no number of ours. */
const ROW_NUMBER = /^[1-9]\d{0,17}$/u;

const LOCKS: Readonly<Record<Kind, (tx: Transaction, id: string) => Promise<Entity | undefined>>> = {
  domain: lockDomain,
  url: lockUrl,
  keyword: lockKeyword,
};

type Row = Pick<Entity, 'item' | 'source' | 'confidencePct' | 'labels'>;

async function lockDomain(tx: Transaction, id: string): Promise<Entity | undefined> {
  const { rows } = await tx.query<Row>(
    `select domain as item, classification_source as source, classification_confidence as confidence_pct,
       json_build_object('tier1_type', tier1_type, 'domain_type', domain_type, 'property_type', property_type, 'channel', channel,
         'channel_bucket', channel_bucket, 'media_type', media_type, 'domain_tech_type', domain_tech_type, 'quality_tier', quality_tier) as labels
     from domains where id = $1::bigint for update`,
    [id],
  );
  return rows[0] && { type: 'domain', id, ...rows[0] };
}

async function lockUrl(tx: Transaction, id: string): Promise<Entity | undefined> {
  const { rows } = await tx.query<Row>(
    `select url as item, classification_source as source, confidence as confidence_pct,
       json_build_object('page_type', page_type, 'quality_tier', quality_tier, 'domain_type', domain_type, 'spam_tier', spam_tier,
         'structural_type', structural_type) as labels
     from urls where id = $1::bigint for update`,
    [id],
  );
  return rows[0] && { type: 'url', id, ...rows[0] };
}

/** The text is all that a keyword's record says; its labels stand with what was classified. */
async function lockKeyword(tx: Transaction, id: string): Promise<Entity | undefined> {
  const { rows } = await tx.query<{ item: string }>('select normalized_text as item from keywords where id = $1 for update', [id]);
  const item = rows[0]?.item;
  return item === undefined ? undefined : { type: 'keyword', id, item, source: null, confidencePct: null, labels: {} };
}

/** The number of a record by its name, where there is one. */
export async function findNumber(sql: Sql, type: Kind, item: string): Promise<string | undefined> {
  if (type === 'keyword') return undefined;
  const { rows } =
    type === 'domain' ? await sql.query<{ id: number }>('select id from domains where domain = $1', [item]) : await findUrl(sql, item);
  return rows[0] && String(rows[0].id);
}

async function findUrl(sql: Sql, url: string) {
  return await sql.query<{ id: number }>('select id from urls where url_hash = $1::text::bytea', [toSubjectHash(url)]);
}

/** Whether it stands in a table of records, which its id is the number of. */
export function hasRecord({ type, id }: Pick<Entity, 'type' | 'id'>): boolean {
  return type !== 'keyword' && ROW_NUMBER.test(id);
}

/** Writes labels that a person gave. @param labels those that changed; the others stay */
export async function updateEntity(
  sql: Sql,
  entity: Pick<Entity, 'type' | 'id' | 'item'>,
  labels: Readonly<Record<string, string>>,
  now: Date,
): Promise<void> {
  const { type, id, item } = entity;
  const values = [id, JSON.stringify(labels), now];
  if (type === 'url' && hasRecord(entity)) await sql.query(UPDATE_URL, values);
  if (type !== 'domain') return;
  if (hasRecord(entity)) await sql.query(UPDATE_DOMAIN, values);
  await sql.query(UPDATE_REFERRING, [item, JSON.stringify(labels), now]);
}

const UPDATE_DOMAIN = `update domains set tier1_type = coalesce($2::jsonb ->> 'tier1_type', tier1_type),
    domain_type = coalesce($2::jsonb ->> 'domain_type', domain_type),
    property_type = coalesce($2::jsonb ->> 'property_type', property_type),
    channel = coalesce($2::jsonb ->> 'channel', channel), subchannel = coalesce($2::jsonb ->> 'subchannel', subchannel),
    channel_bucket = coalesce($2::jsonb ->> 'channel_bucket', channel_bucket),
    media_type = coalesce($2::jsonb ->> 'media_type', media_type),
    domain_tech_type = coalesce($2::jsonb ->> 'domain_tech_type', domain_tech_type),
    quality_tier = coalesce($2::jsonb ->> 'quality_tier', quality_tier),
    classification_source = 'human_feedback', classification_confidence = 100, last_classified_at = $3
  where id = $1::bigint`;

/** The same domain where it links to others. */
const UPDATE_REFERRING = `update referring_domains set domain_type = coalesce($2::jsonb ->> 'domain_type', domain_type),
    channel_bucket = coalesce($2::jsonb ->> 'channel_bucket', channel_bucket),
    media_type = coalesce($2::jsonb ->> 'media_type', media_type),
    classification_source = 'human_feedback', classification_confidence = 100, last_classified_at = $3
  where referring_domain = $1`;

const UPDATE_URL = `update urls set page_type = coalesce($2::jsonb ->> 'page_type', page_type),
    quality_tier = coalesce($2::jsonb ->> 'quality_tier', quality_tier),
    quality_tier_source = case when $2::jsonb ? 'quality_tier' then 'human_feedback' else quality_tier_source end,
    domain_type = coalesce($2::jsonb ->> 'domain_type', domain_type),
    spam_tier = coalesce($2::jsonb ->> 'spam_tier', spam_tier),
    structural_type = coalesce($2::jsonb ->> 'structural_type', structural_type),
    classification_source = 'human_feedback', confidence = 100, last_classified_at = $3
  where id = $1::bigint`;
