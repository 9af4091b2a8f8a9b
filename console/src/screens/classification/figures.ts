import { toWords } from '#data/words.ts';
import type { GetAdminClassificationStatsResponse, GetClassifyByListIdResponse, GetAdminClassifierCorrectionsStatsResponse } from '#client';
import { formatCount, formatPlural } from '#data/format.ts';
import { joinSentences, joinWords } from '#data/sentence.ts';

type Counts = Readonly<Record<string, number>>;

export interface Bucket {
  /** `60-69` */
  readonly id: string;
  readonly count: number;
  /** How many pages are less sure than those of this bucket, or not judged: where it begins in the review queue. */
  readonly offset: number;
}

/** Buckets of confidence, the least sure first. @param total of all pages; those without a confidence come before every bucket */
export function toBuckets(confidence: Counts, total: number): Bucket[] {
  const ordered = Object.entries(confidence).toSorted(([a], [b]) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  let offset = total - ordered.reduce((sum, [, count]) => sum + count, 0);
  return ordered.map(([id, count]) => {
    const bucket = { id, count, offset };
    offset += count;
    return bucket;
  });
}

export interface Share {
  readonly id: string;
  readonly count: number;
  /** Of all of them, from 0 to 1. */
  readonly share: number;
}

/** Counts with their shares, the largest first. */
export function toShares(counts: Counts): Share[] {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return Object.entries(counts)
    .map(([id, count]) => ({ id, count, share: total === 0 ? 0 : count / total }))
    .toSorted((a, b) => b.count - a.count);
}

export interface Source extends Share {
  /** How many of its labels a person looked at. */
  readonly reviewed: number;
  /** Of those, from 0 to 1; null when there are none. */
  readonly accuracy: number | null;
}

/** Where labels came from, with how often people found them right. */
export function toSources(counts: Counts, accuracy: GetAdminClassifierCorrectionsStatsResponse['accuracy_by_source']): Source[] {
  const known = { ...Object.fromEntries(Object.keys(accuracy).map((id) => [id, 0])), ...counts };
  return toShares(known).map((share) => {
    const reviewed = accuracy[share.id];
    return { ...share, reviewed: reviewed?.reviewed ?? 0, accuracy: reviewed ? reviewed.accuracy_pct / 100 : null };
  });
}

/** Where a label came from, where its code says too little. */
const SOURCES: Readonly<Record<string, string>> = {
  rules_vectorize: 'rules and models',
  llm: 'language model',
  human_feedback: 'a person',
  skipped_domain_unavailable: 'skipped: the domain does not answer',
};

/** `rules_vectorize` as `rules and models`. */
export function toSourceName(source: string): string {
  return SOURCES[source] ?? toWords(source);
}

type Summary = GetAdminClassificationStatsResponse['summary'];

/** How much is judged, and how much of it a person should look at. */
export function sayClassified({ urls, domains }: Pick<Summary, 'urls' | 'domains'>): string {
  if (urls.total + domains.total === 0) return 'No page and no domain is known yet.';
  return joinSentences([
    `${formatCount(urls.classified)} of ${formatPlural(urls.total, 'known page')} and ${formatCount(domains.classified)} of ${formatPlural(domains.total, 'known domain')} are classified.`,
    urls.low_confidence > 0 && `A person should look at ${formatPlural(urls.low_confidence, 'page')}.`,
  ]);
}

type List = Pick<GetClassifyByListIdResponse, 'items' | 'done' | 'statuses'>;

/** How far a list is, and what a person should look at. */
export function sayList({ items, done, statuses: { unsure, failed, over_budget: over, not_reached: missed } }: List): string {
  const rest = joinWords([
    unsure > 0 && `${formatCount(unsure)} of them unsure`,
    failed > 0 && `${formatCount(failed)} failed`,
    over > 0 && `${formatCount(over)} over budget`,
    missed > 0 && `${formatCount(missed)} not reached`,
  ]);
  return `${formatCount(done)} of ${formatPlural(items, 'item')} ${done === 1 || items === 1 ? 'is' : 'are'} done${rest === '' ? '' : `: ${rest}`}.`;
}
