import { hash } from 'node:crypto';
import type { Sql } from '#stores/postgres/types.ts';
import { FETCHED_AT } from './domain-rows.ts';

/** What classification wrote of a page. */
export interface MadeLabels {
  readonly page_type?: string;
  readonly quality_tier?: string;
  readonly spam_tier?: string;
  readonly source?: string;
  readonly confidence?: number;
}

/** A known page; returns its id. Without labels it is not classified. */
export async function makeUrl(sql: Sql, url: string, labels: MadeLabels = {}): Promise<number> {
  const { page_type: pageType, quality_tier: qualityTier, spam_tier: spamTier, source, confidence } = labels;
  const { rows } = await sql.query<{ id: number }>(
    `insert into urls (url, url_hash, domain, first_seen, last_seen, source_endpoint, page_type, quality_tier, spam_tier,
       classification_source, confidence, last_classified_at)
     values ($1, $2, $3, $4, $4, 'backlinks', $5, $6, $7, $8, $9, case when $9::smallint is not null then $4::timestamptz end) returning id`,
    [
      url,
      hash('sha256', url, 'buffer').subarray(0, 16),
      new URL(url).hostname,
      FETCHED_AT,
      pageType ?? null,
      qualityTier ?? null,
      spamTier ?? null,
      source ?? null,
      confidence ?? null,
    ],
  );
  return rows[0]?.id ?? 0;
}

/** What the classifier said of an item, believed for a day. */
export async function makeClassification(
  sql: Sql,
  kind: 'domain' | 'url' | 'keyword',
  {
    subject,
    labels,
    confidence = 90,
    source = 'rules',
  }: { subject: string; labels: Record<string, string>; confidence?: number; source?: string },
): Promise<void> {
  const verdicts = Object.entries(labels).map(([dimension, label]) => ({ dimension, label, confidence, stage: 'rules', evidence: [] }));
  await sql.query(
    `insert into classifications (kind, subject_hash, subject, verdicts, confidence, source, depth, needs_review, classified_at, cached_until)
     values ($1, $2, $3, $4, $5, $6, 'free', false, $7, now() + interval '1 day')`,
    [kind, hash('sha256', subject, 'buffer').subarray(0, 16), subject, JSON.stringify(verdicts), confidence, source, FETCHED_AT],
  );
}
