/** A text as a vector of length 1. */
export type Embed = (text: string) => Float32Array;

/** What a business is about. */
export interface BusinessProfile {
  /** Category paths, focus and seeds. */
  readonly texts: readonly string[];
  /** The provider's numbers of the confirmed categories. */
  readonly categoryIds: ReadonlySet<number>;
}

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
}

/** Of texts that are as near to the business as its own seeds are to one another. */
const NEAR = 0.75;
/** Below this a keyword is about something else. */
export const FIT_MIN = 0.35;
const CATEGORY_FIT = 0.9;

/** Measures keywords against one business: by the provider's categories where it gives them, else by meaning. */
export function makeFitJudge({ texts, categoryIds }: BusinessProfile, embed: Embed): (one: FitCase) => Fit {
  const profile = texts.map((text) => embed(text));
  return ({ keyword, categoryIds: own, isBrand }) => {
    if (isBrand) return { fit: 1, reason: null };
    const vector = embed(keyword);
    const near = Math.min(1, Math.max(0, ...profile.map((other) => dot(vector, other))) / NEAR);
    const fit = own.some((id) => categoryIds.has(id)) ? Math.max(near, CATEGORY_FIT) : near;
    return { fit, reason: fit < FIT_MIN ? explain(fit, own.length > 0) : null };
  };
}

function explain(fit: number, hasCategories: boolean): string {
  const of = hasCategories ? 'none of its categories is confirmed, and its words are' : 'its words are';
  return `${of} far from the business (fit ${fit.toFixed(2)}, at least ${FIT_MIN} is kept)`;
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
