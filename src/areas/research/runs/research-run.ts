/** A research run (docs/research.md): its states, what was found out of a site, and what the user confirmed. */

export const RUN_STATUSES = ['queued', 'awaiting_category_confirmation', 'harvesting_keywords', 'complete', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Business types in the run (2.6). */
export const RUN_BUSINESS_TYPES = ['local', 'saas', 'game', 'marketplace', 'ecommerce', 'service', 'content'] as const;
export type RunBusinessType = (typeof RUN_BUSINESS_TYPES)[number];

export const KEYWORD_SOURCES = ['domain_seed', 'harvest_ai'] as const;
export type KeywordSource = (typeof KEYWORD_SOURCES)[number];

/** A category of the provider's tree that fits the site. */
export interface RecommendedCategory {
  /** The provider's number. */
  readonly id: number;
  readonly name: string;
  readonly path: string;
  /** 0 to 1; a category is never as sure as a recommended one below it. */
  readonly confidence: number;
  /** Keywords that the provider knows the site to rank for in it and in none of the recommended categories below it; null or left out: not known. */
  readonly expectedKeywords?: number | null;
}

/** From this confidence on a category is taken unless a person says otherwise. */
export const SURE_CATEGORY = 0.7;

/** What answered a question about a site. */
export type EnrichedBy = 'llm' | 'rules' | 'embedding' | 'provider';

export interface Enrichment {
  readonly businessType: RunBusinessType;
  /** 0 to 1. */
  readonly businessTypeConfidence: number;
  /** What the site is about, in a few words. */
  readonly businessFocus: string;
  /** Most likely first. */
  readonly categories: readonly RecommendedCategory[];
  readonly seedKeywords: readonly string[];
  /** Names of the site and of what it sells; what makes a keyword a brand keyword beside the names of its domain. */
  readonly brandNames: readonly string[];
  /** Of the site's pages. */
  readonly languageCode: string;
  /** What took part. Without `llm`, no language model did: none is set, its budget is spent, or it failed (`notes` says which). */
  readonly by: readonly EnrichedBy[];
  readonly notes: readonly string[];
}

/** A category as it was confirmed. */
export interface ConfirmedCategory {
  /** The provider's number; null: the user's own words. */
  readonly id: number | null;
  readonly name: string;
  readonly path: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly assignedBy: 'ai' | 'user' | 'system';
}

/** Where keywords are harvested. */
export interface ResearchMarket {
  /** As it was asked for: a country, or a location in it. */
  readonly locationCode: number;
  readonly locationName: string;
  readonly languageCode: string;
}

export interface Confirmation {
  readonly categories: readonly ConfirmedCategory[];
  readonly businessFocus: string;
  /** At least one. */
  readonly markets: readonly ResearchMarket[];
  readonly appNames: readonly string[];
  /** What ideas are asked from; left out: all seeds that were found. */
  readonly seedKeywords?: readonly string[];
  readonly limits: HarvestLimits;
}

/** What a harvest may take at most. */
export interface HarvestLimits {
  /** Keywords that are kept or kept apart, over all markets. */
  readonly keywordsMax: number;
  /** Null: the budgets alone. */
  readonly costUsdMax: number | null;
}

/** A problem that did not end the run. */
export interface RunProblem {
  readonly step: string;
  readonly message: string;
}

export interface ResearchRun {
  readonly id: string;
  readonly projectId: string | null;
  readonly organizationId: string | null;
  readonly userId: string | null;
  readonly url: string;
  readonly host: string;
  readonly status: RunStatus;
  readonly enrichment: Enrichment | null;
  readonly confirmation: Confirmation | null;
  readonly errors: readonly RunProblem[];
  readonly error: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
