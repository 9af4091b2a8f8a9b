/**
 * The columns of other areas' tables that classification fills in. What a person said stays. Rows come sorted by
 * their key, so that two writers never wait for each other in a circle.
 */
import type { Sql } from '#stores/postgres/types.ts';
import { toArrays, unnest, type ColumnTypes } from '#stores/postgres/unnest.ts';

interface Judged {
  readonly source: string;
  /** 0 to 100. */
  readonly confidence: number;
  readonly classified_at: Date;
}

export interface DomainLabels extends Judged {
  readonly domain: string;
  readonly tier1_type: string | null;
  readonly domain_type: string | null;
  readonly property_type: string | null;
  readonly channel: string | null;
  readonly subchannel: string | null;
  readonly channel_bucket: string | null;
  readonly media_type: string | null;
  readonly domain_tech_type: string | null;
  readonly context: object;
}

const DOMAIN: ColumnTypes<DomainLabels> = {
  domain: 'text',
  tier1_type: 'text',
  domain_type: 'text',
  property_type: 'text',
  channel: 'text',
  subchannel: 'text',
  channel_bucket: 'text',
  media_type: 'text',
  domain_tech_type: 'text',
  context: 'jsonb',
  source: 'text',
  confidence: 'smallint',
  classified_at: 'timestamptz',
};

/** Domains without a record are left out. */
export async function updateDomainLabels(sql: Sql, rows: readonly DomainLabels[]): Promise<void> {
  if (rows.length === 0) return;
  await sql.query(
    `update domains d set tier1_type = t.tier1_type, domain_type = t.domain_type, property_type = t.property_type,
       channel = t.channel, subchannel = t.subchannel, channel_bucket = t.channel_bucket, media_type = t.media_type,
       domain_tech_type = t.domain_tech_type, classification_context = t.context::jsonb, classification_source = t.source,
       classification_confidence = t.confidence, last_classified_at = t.classified_at
     from ${unnest(DOMAIN)}
     where d.domain = t.domain and d.classification_source is distinct from 'human_feedback'`,
    toArrays(DOMAIN, rows),
  );
}

export interface ReferringLabels extends Judged {
  readonly referring_domain: string;
  readonly domain_type: string | null;
  readonly media_type: string | null;
  readonly channel_bucket: string | null;
}

const REFERRING: ColumnTypes<ReferringLabels> = {
  referring_domain: 'text',
  domain_type: 'text',
  media_type: 'text',
  channel_bucket: 'text',
  source: 'text',
  confidence: 'smallint',
  classified_at: 'timestamptz',
};

/** Writes the labels of domains that link to one target. */
export async function updateReferringLabels(sql: Sql, domainId: number, rows: readonly ReferringLabels[]): Promise<void> {
  if (rows.length === 0) return;
  await sql.query(
    `update referring_domains r set domain_type = t.domain_type, media_type = t.media_type, channel_bucket = t.channel_bucket,
       classification_source = t.source, classification_confidence = t.confidence, last_classified_at = t.classified_at
     from ${unnest(REFERRING, { first: 2 })}
     where r.domain_id = $1 and r.referring_domain = t.referring_domain
       and r.classification_source is distinct from 'human_feedback'`,
    [domainId, ...toArrays(REFERRING, rows)],
  );
}

export interface UrlLabels extends Judged {
  readonly url_hash: string;
  readonly page_type: string | null;
  readonly domain_type: string | null;
  readonly spam_tier: string | null;
  readonly structural_type: string | null;
}

const URLS: ColumnTypes<UrlLabels> = {
  url_hash: 'bytea',
  page_type: 'text',
  domain_type: 'text',
  spam_tier: 'text',
  structural_type: 'text',
  source: 'text',
  confidence: 'smallint',
  classified_at: 'timestamptz',
};

/** Pages without a record are left out. */
export async function updateUrlLabels(sql: Sql, rows: readonly UrlLabels[]): Promise<void> {
  if (rows.length === 0) return;
  await sql.query(
    `update urls u set page_type = t.page_type, domain_type = coalesce(t.domain_type, u.domain_type), spam_tier = t.spam_tier,
       structural_type = t.structural_type, classification_source = t.source, confidence = t.confidence,
       last_classified_at = t.classified_at
     from ${unnest(URLS)} where u.url_hash = t.url_hash and u.classification_source is distinct from 'human_feedback'`,
    toArrays(URLS, rows),
  );
}
