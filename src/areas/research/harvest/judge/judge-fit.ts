import { dot } from '#kernel/vectors.ts';
import { listAncestors } from '#providers/search-data/categories.ts';
import { listNarrowest, type BusinessProfile } from './site-profile.ts';

/** A text as a vector of length 1. */
export type Embed = (text: string) => Float32Array;

/** How well a keyword fits a business. */
export interface Fit {
  /** 0 to 1. */
  readonly fit: number;
  /** Why it is kept apart; null: it fits. */
  readonly reason: string | null;
}

export interface FitCase {
  readonly keyword: string;
  /** The provider's, ancestors included. */
  readonly categoryIds: readonly number[];
  /** A keyword with the site's own name always fits. */
  readonly isBrand: boolean;
  /** Of the site; null: none is known. */
  readonly rank: number | null;
  /** Whether the provider counts it to the site, and it is not an idea alone. */
  readonly isOfSite: boolean;
}

/** The cosine of texts that say the same in other words. */
const NEAR = 0.75;
/** What is in a category of the business fits at least as well; its words give the rest. */
const CATEGORY_FIT = 0.7;
/** What the site stands on the first two pages for fits at least as well. */
const RANKED_FIT = 0.6;
const RANKED_MAX = 20;

/** From which fit on a keyword is kept, by what its categories say. */
const FIT_MIN = {
  /** The provider gives none. Measured: 19 of 20 keywords of other topics are below, 9 of 10 of the own ones above. */
  unknown: 0.42,
  /** Next to those of the business. */
  near: 0.6,
  /** Next to them, where what the site ranks for shows that it is in none of these. */
  beside: 0.75,
  /** Others than those of the business, of a keyword that the provider counts to the site. */
  foreign: 0.6,
  /** The same of an idea. */
  foreignIdea: 0.85,
  /** Others than all that the site ranks for. */
  refuted: 0.95,
} as const;
type Evidence = keyof typeof FIT_MIN;

const SAYS: Readonly<Record<Evidence, string>> = {
  unknown: 'its words are',
  near: 'its categories are wider than those of the business, and its words are',
  beside: 'the site ranks for nothing in its categories, which are next to those of the business, and its words are',
  foreign: 'its categories are others than the confirmed ones, and its words are',
  foreignIdea: 'its categories are others than the confirmed ones, and its words are',
  refuted: 'the site ranks for nothing in its categories, and its words are',
};

/** Measures keywords against one business: by the provider's categories where it gives them, else by meaning. */
export function makeFitJudge(profile: BusinessProfile, embed: Embed): (one: FitCase) => Fit {
  const vectors = profile.texts.map((text) => embed(text));
  return ({ keyword, categoryIds, isBrand, rank, isOfSite }) => {
    if (isBrand) return { fit: 1, reason: null };
    const vector = embed(keyword);
    const near = Math.min(1, Math.max(0, ...vectors.map((other) => dot(vector, other))) / NEAR);
    if (isInCore(categoryIds, profile)) return { fit: CATEGORY_FIT + (1 - CATEGORY_FIT) * near, reason: null };
    if (rank !== null && rank <= RANKED_MAX) return { fit: RANKED_FIT + (1 - RANKED_FIT) * near, reason: null };
    const found = toEvidence(categoryIds, profile);
    const evidence = found === 'foreign' && !isOfSite ? 'foreignIdea' : found;
    return { fit: near, reason: near >= FIT_MIN[evidence] ? null : explain(near, evidence) };
  };
}

/** What lies below a core that the site's own keywords draw is next to it: the site ranks for nothing there. */
function isInCore(categoryIds: readonly number[], { coreIds, wholeIds }: BusinessProfile): boolean {
  return listNarrowest(categoryIds).some(
    (id) => coreIds.has(id) || wholeIds.has(id) || listAncestors(id).some((above) => wholeIds.has(above)),
  );
}

function toEvidence(categoryIds: readonly number[], { coreIds, nearIds, isProven }: BusinessProfile): Evidence {
  if (categoryIds.length === 0) return 'unknown';
  // A narrow category beside those of the business says more than the wide one above both.
  const isNext = (id: number): boolean => nearIds.has(id) || listAncestors(id).some((above) => coreIds.has(above));
  if (listNarrowest(categoryIds).some(isNext)) return isProven ? 'beside' : 'near';
  if (isProven) return 'refuted';
  return categoryIds.some((id) => nearIds.has(id)) ? 'near' : 'foreign';
}

function explain(fit: number, evidence: Evidence): string {
  return `${SAYS[evidence]} far from the business (fit ${fit.toFixed(2)}, at least ${FIT_MIN[evidence]} is kept)`;
}
