import type { AppContext } from '#context';
import { normalizeKeyword } from '#kernel/text.ts';
import { DAY_MS } from '#kernel/durations.ts';
import type { BudgetExceededError } from '#kernel/errors.ts';
import type { KeywordMetrics } from '#providers/search-data/index.ts';
import { toOwnerId } from '../../keyword.ts';
import { toMetricsId, toMetricsSubject, type MetricsSubject } from '../metrics.ts';

/** Keywords whose metrics are wanted, all in one location and language. */
export interface KeywordMetricsQuestion {
  readonly keywords: readonly string[];
  /** A country, or a location in it: where the provider's own database does not reach, the location itself counts. */
  readonly locationCode: number;
  readonly languageCode: string;
  /** Also the searches of people whose browsing is known, which doubles the price. */
  readonly withClickstream?: boolean | undefined;
  /** For which they are read. With SHARE_CACHE=organization it shares answers with no other. */
  readonly organizationId: string | null | undefined;
}

export interface KnownKeywordMetrics extends KeywordMetrics {
  /** In the observed world. */
  readonly knownAt: Date;
}

/** `unknown`: the provider has nothing; `refused`: it does not take the keyword or the location. */
export type KeywordMetricsOutcome = KnownKeywordMetrics | 'unknown' | 'refused';

export interface KeywordMetricsResult {
  /** By normalized keyword. With `stoppedBy` some are missing. */
  readonly metrics: ReadonlyMap<string, KeywordMetricsOutcome>;
  /** Why the refused ones were. */
  readonly refusals: ReadonlyMap<string, string>;
  readonly costUsd: number;
  /** Nothing had to be asked for outside. */
  readonly isCached: boolean;
  /** The budget that had no room for the rest. */
  readonly stoppedBy?: BudgetExceededError | undefined;
}

/** What is stored of a keyword's newest question. */
export type StoredMetricsAnswer = { readonly askedAt: Date } & (
  | { readonly state: 'known'; readonly metrics: KnownKeywordMetrics }
  | { readonly state: 'unknown' }
  | { readonly state: 'refused'; readonly reason: string }
);

/** How long metrics serve before they are asked for again. */
const FRESH_MS = DAY_MS;

/** How new stored metrics have to be; in the observed world. */
export interface Freshness {
  readonly since: Date;
  readonly now: Date;
  readonly withClickstream: boolean;
}

export function toFreshness({ clock }: Pick<AppContext, 'clock'>, { withClickstream = false }: KeywordMetricsQuestion): Freshness {
  const now = clock.now();
  return { since: new Date(now.getTime() - FRESH_MS), now, withClickstream };
}

/** What the provider is asked about: every text once, by the id of its metrics, all of one source, location and language. */
export interface MetricsSubjects extends Omit<MetricsSubject, 'normalizedText'> {
  readonly byId: ReadonlyMap<string, MetricsSubject>;
}

export function toSubjects(
  { config, searchData }: Pick<AppContext, 'config' | 'searchData'>,
  { keywords, organizationId, ...market }: KeywordMetricsQuestion,
): MetricsSubjects {
  const ownerId = toOwnerId(config, organizationId ?? undefined);
  const { source, locationCode, languageCode } = toMetricsSubject(searchData, { ...market, keywordText: '' });
  const subjects = [...new Set(keywords.map(normalizeKeyword))].map((normalizedText) => ({
    source,
    normalizedText,
    locationCode,
    languageCode,
  }));
  return { source, locationCode, languageCode, byId: new Map(subjects.map((subject) => [toMetricsId(subject, ownerId), subject])) };
}
