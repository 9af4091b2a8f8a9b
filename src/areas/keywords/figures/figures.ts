import type { AppContext } from '#context';
import { normalizeKeyword } from '#kernel/text.ts';
import { DAY_MS } from '#kernel/durations.ts';
import type { BudgetExceededError } from '#kernel/errors.ts';
import type { KeywordFigures } from '#providers/search-data/index.ts';
import { toOwnerId } from '../keyword.ts';
import { toMetricsId, toMetricsSubject, type MetricsSubject } from '../metrics/metrics.ts';

/** Keywords whose figures are wanted, all in one location and language. */
export interface FiguresQuestion {
  readonly keywords: readonly string[];
  /** A country, or a location in it: where the provider's own database does not reach, the location itself counts. */
  readonly locationCode: number;
  readonly languageCode: string;
  /** Also the searches of people whose browsing is known, which doubles the price. */
  readonly withClickstream?: boolean | undefined;
  /** For which they are read. With SHARE_CACHE=organization it shares answers with no other. */
  readonly organizationId: string | null | undefined;
}

export interface KnownFigures extends KeywordFigures {
  /** In the observed world. */
  readonly knownAt: Date;
}

/** `unknown`: the provider has nothing; `refused`: it does not take the keyword or the location. */
export type FiguresOutcome = KnownFigures | 'unknown' | 'refused';

export interface FiguresResult {
  /** By normalized keyword. With `stoppedBy` some are missing. */
  readonly figures: ReadonlyMap<string, FiguresOutcome>;
  /** Why the refused ones were. */
  readonly refusals: ReadonlyMap<string, string>;
  readonly costUsd: number;
  /** Nothing had to be asked for outside. */
  readonly isCached: boolean;
  /** The budget that had no room for the rest. */
  readonly stoppedBy?: BudgetExceededError | undefined;
}

/** What is stored of a keyword's newest question. */
export type StoredFigures = { readonly askedAt: Date } & (
  | { readonly state: 'known'; readonly figures: KnownFigures }
  | { readonly state: 'unknown' }
  | { readonly state: 'refused'; readonly reason: string }
);

/** For so long figures serve without asking again. */
const FRESH_MS = DAY_MS;

/** How new stored figures have to be; in the observed world. */
export interface Freshness {
  readonly since: Date;
  readonly now: Date;
  readonly withClickstream: boolean;
}

export function toFreshness({ clock }: Pick<AppContext, 'clock'>, { withClickstream = false }: FiguresQuestion): Freshness {
  const now = clock.now();
  return { since: new Date(now.getTime() - FRESH_MS), now, withClickstream };
}

/** What the provider is asked about: every text once, by the id of its figures, all of one source, location and language. */
export interface FiguresSubjects extends Omit<MetricsSubject, 'normalizedText'> {
  readonly byId: ReadonlyMap<string, MetricsSubject>;
}

export function toSubjects(
  { config, searchData }: Pick<AppContext, 'config' | 'searchData'>,
  { keywords, organizationId, ...market }: FiguresQuestion,
): FiguresSubjects {
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
