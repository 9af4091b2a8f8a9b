import type { Sql } from '#stores/postgres/types.ts';
import { insertRows } from '#stores/postgres/unnest.ts';
import type { Verdict } from '../../engine/judgement.ts';
import type { SkipReason, StageCost } from '../../engine/stage.ts';
import type { Classification, Kind, StoredSource } from '../classification.ts';

/** A stored classification. */
export interface ClassificationRow {
  /** As PostgreSQL writes bytes: `\x` and hexadecimal digits. */
  readonly subjectHash: string;
  readonly subject: string;
  readonly verdicts: readonly Verdict[];
  readonly confidence: number;
  readonly source: StoredSource;
  readonly depth: StageCost;
  readonly needsReview: boolean;
  readonly skipReason: SkipReason | null;
  readonly version: string | null;
  readonly costUsd: number;
  readonly classifiedAt: Date;
  /** Real time; null: for ever. */
  readonly cachedUntil: Date | null;
}

/** In no order; unknown ones are left out. */
export async function listClassifications(sql: Sql, kind: Kind, hashes: readonly string[]): Promise<ClassificationRow[]> {
  const { rows } = await sql.query<ClassificationRow>(
    `select subject_hash::text as subject_hash, subject, verdicts, confidence, source, depth, needs_review, skip_reason, version, cost_usd,
       classified_at, cached_until
     from classifications where kind = $1 and subject_hash = any ($2::text[]::bytea[])`,
    [kind, hashes],
  );
  return rows;
}

const COLUMNS = {
  kind: 'text',
  subject_hash: 'bytea',
  subject: 'text',
  verdicts: 'jsonb',
  confidence: 'smallint',
  source: 'text',
  depth: 'text',
  needs_review: 'boolean',
  skip_reason: 'text',
  version: 'text',
  cost_usd: 'double precision',
  classified_at: 'timestamptz',
  cached_until: 'timestamptz',
} as const;

const CHANGING = Object.keys(COLUMNS).filter((name) => name !== 'kind' && name !== 'subject_hash');

/** What a person said stays; `human_feedback` itself replaces everything. */
const UPSERT = `on conflict (kind, subject_hash) do update set ${CHANGING.map((name) => `${name} = excluded.${name}`).join(', ')}
  where classifications.source <> 'human_feedback' or excluded.source = 'human_feedback'`;

export interface KeyedClassification {
  readonly hash: string;
  readonly classification: Classification;
  /** Real time; null: for ever. */
  readonly cachedUntil: Date | null;
}

/** Keeps the newest answer of each item. No item twice; sorted here, so that two writers never wait for each other in a circle. */
export async function upsertClassifications(sql: Sql, kind: Kind, entries: readonly KeyedClassification[]): Promise<void> {
  const rows = entries.toSorted((one, other) => (one.hash < other.hash ? -1 : 1)).map((entry) => toRow(kind, entry));
  await insertRows(sql, { table: 'classifications', columns: COLUMNS, rows, suffix: UPSERT });
}

function toRow(
  kind: Kind,
  { hash, classification, cachedUntil }: KeyedClassification,
): { readonly [Name in keyof typeof COLUMNS]: unknown } {
  const { subject, verdicts, confidence, source, depth, needsReview, skipReason, version, costUsd, classifiedAt } = classification;
  return {
    kind,
    subject_hash: hash,
    subject,
    verdicts: JSON.stringify(verdicts),
    confidence: Math.round(confidence),
    source,
    depth,
    needs_review: needsReview,
    skip_reason: skipReason,
    version,
    cost_usd: costUsd,
    classified_at: classifiedAt,
    cached_until: cachedUntil,
  };
}
