import { dot } from '#kernel/vectors.ts';

/** A text as a vector of length 1. */
export type Embed = (text: string) => Float32Array;

/** What a business is about. */
export interface BusinessProfile {
  /** Category paths, focus and seeds. */
  readonly texts: readonly string[];
  /** The provider's numbers of the confirmed categories. */
  readonly categoryIds: ReadonlySet<number>;
  /** Of the categories above them, roots excepted: what is in one of these may be about the same. */
  readonly nearIds: ReadonlySet<number>;
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

/** The cosine of texts that say the same in other words. */
const NEAR = 0.75;
/** What is in a confirmed category fits at least as well; its words give the rest. */
const CATEGORY_FIT = 0.7;
/** Below this a keyword is about something else. Measured: 19 of 20 keywords of other topics are below, 9 of 10 of the own ones above. */
const FIT_MIN = 0.42;
/** The same where the provider says that it is in another category. */
const FOREIGN_FIT_MIN = 0.6;

/** Measures keywords against one business: by the provider's categories where it gives them, else by meaning. */
export function makeFitJudge({ texts, categoryIds, nearIds }: BusinessProfile, embed: Embed): (one: FitCase) => Fit {
  const profile = texts.map((text) => embed(text));
  return ({ keyword, categoryIds: own, isBrand }) => {
    if (isBrand) return { fit: 1, reason: null };
    const vector = embed(keyword);
    const near = Math.min(1, Math.max(0, ...profile.map((other) => dot(vector, other))) / NEAR);
    if (own.some((id) => categoryIds.has(id))) return { fit: CATEGORY_FIT + (1 - CATEGORY_FIT) * near, reason: null };
    const isForeign = own.length > 0 && !own.some((id) => nearIds.has(id));
    return { fit: near, reason: explain(near, isForeign) };
  };
}

function explain(fit: number, isForeign: boolean): string | null {
  const fitMin = isForeign ? FOREIGN_FIT_MIN : FIT_MIN;
  if (fit >= fitMin) return null;
  const of = isForeign ? 'its categories are others than the confirmed ones, and its words are' : 'its words are';
  return `${of} far from the business (fit ${fit.toFixed(2)}, at least ${fitMin} is kept)`;
}
