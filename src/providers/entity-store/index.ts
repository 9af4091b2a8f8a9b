/** The deprecated outside store of keywords and categories (docs/research.md, "The mirror"), to which research mirrors what it stores itself. */

/** A keyword as the store keeps it; unique by `text`. */
export interface MirrorKeyword {
  /** Normalized. */
  readonly text: string;
  readonly originalText: string;
  readonly sources: readonly string[];
  readonly primaryIntent: string | null;
  readonly secondaryIntents: readonly string[];
  readonly brandFlag: boolean;
  readonly categoryPaths: readonly string[];
  /** Null: unknown. */
  readonly searchVolume: number | null;
  /** 0 to 1. */
  readonly competition: number | null;
  /** USD. */
  readonly cpc: number | null;
  readonly trend: string | null;
  readonly updatedAt: Date;
}

export interface MirrorCategory {
  readonly id: string;
  readonly name: string;
  /** Unique in the project. */
  readonly slug: string;
  readonly description: string | null;
  readonly parentId: string | null;
  readonly projectId: string;
  readonly providerCategoryId: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface MirrorProjectKeyword {
  readonly projectId: string;
  readonly text: string;
  readonly runId: string | null;
  readonly source: string;
  readonly addedAt: Date;
}

export interface MirrorKeywordCategory {
  readonly text: string;
  readonly categoryId: string;
  readonly providerCategoryId: number | null;
  /** 0 to 1. */
  readonly confidence: number;
  readonly assignedBy: string;
  readonly assignedAt: Date;
}

/** What the store did not take of a batch that it took. */
export interface RefusedItem {
  /** Index in the batch. */
  readonly at: number;
  readonly error: string;
}

/**
 * Every method sends one batch, of `batchMax` items at most, and gives the items that were not taken; the others
 * were. What is there already is overwritten, so a batch can be sent again.
 * @throws OutsideError; one of kind `credentials_refused` names both reasons for a 401
 */
export interface EntityStore {
  /** Whether an address and a token are set. */
  readonly isConfigured: boolean;
  readonly batchMax: number;
  /** Creates those that are missing. A parent that is not in the batch must be there. */
  ensureCategories(categories: readonly MirrorCategory[], signal?: AbortSignal): Promise<RefusedItem[]>;
  upsertKeywords(keywords: readonly MirrorKeyword[], signal?: AbortSignal): Promise<RefusedItem[]>;
  /** Keyword and category must be there. */
  upsertKeywordCategories(relations: readonly MirrorKeywordCategory[], signal?: AbortSignal): Promise<RefusedItem[]>;
  /** The keyword must be there. */
  upsertProjectKeywords(relations: readonly MirrorProjectKeyword[], signal?: AbortSignal): Promise<RefusedItem[]>;
}
