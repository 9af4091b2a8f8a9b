import type { SerpItem } from '#providers/search-data/index.ts';

/** A page that was read, as stored (table `serp_runs`). */
export interface SerpRun {
  readonly id: string;
  readonly queryId: string;
  /** The project that asked first; others may have used the same run. */
  readonly projectId: string | null;
  readonly workflowId: string | null;
  readonly checkUrl: string | null;
  readonly itemsCount: number;
  readonly seResultsCount: number | null;
  /** Results that were asked for; where reading ended early, how far it came. */
  readonly depth: number;
  readonly checkedDepth: number;
  readonly features: readonly string[];
  readonly provider: string;
  readonly costUsd: number;
  readonly taskId: string | null;
  /** The moment of the observed world. */
  readonly checkTs: Date;
  /** Real time; the cache counts from it. */
  readonly fetchedAt: Date;
  /** The page had an AI overview that came after it and was not waited for. */
  readonly isOverviewMissing?: boolean | null;
}

/** A run together with all its results. */
export interface RunPage {
  readonly run: SerpRun;
  readonly items: readonly SerpItem[];
}

/** A result as `serp_runs.results` holds it, of earlier releases and archives; absent where there is nothing. */
interface StoredResult {
  readonly type: string;
  readonly rank_group: number;
  readonly rank_absolute: number;
  readonly page?: number | undefined;
  readonly position?: string | undefined;
  readonly xpath?: string | undefined;
  readonly domain?: string | undefined;
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly is_paid?: boolean | undefined;
  readonly is_featured_snippet?: boolean | undefined;
  readonly rating_value?: number | undefined;
  readonly rating_count?: number | undefined;
  readonly cid?: string | undefined;
  readonly place_id?: string | undefined;
}

/** A text as the stores take it. */
export function toStorable<Value>(value: Value): Value {
  return typeof value === 'string' ? (value.replaceAll('\0', '').toWellFormed() as Value) : value;
}

/** The results out of `serp_runs.results`. */
export function fromStoredResults(results: unknown): SerpItem[] {
  return (results as StoredResult[]).map(fromStored);
}

function fromStored(stored: StoredResult): SerpItem {
  return {
    type: stored.type,
    rankGroup: stored.rank_group,
    rankAbsolute: stored.rank_absolute,
    page: stored.page ?? null,
    position: stored.position ?? null,
    xpath: stored.xpath ?? null,
    domain: stored.domain ?? null,
    url: stored.url ?? null,
    title: stored.title ?? null,
    description: stored.description ?? null,
    isPaid: stored.is_paid ?? false,
    isFeaturedSnippet: stored.is_featured_snippet ?? false,
    ratingValue: stored.rating_value ?? null,
    ratingCount: stored.rating_count ?? null,
    cid: stored.cid ?? null,
    placeId: stored.place_id ?? null,
  };
}
