import { normalizeKeyword } from '#kernel/text.ts';
import { toPlainText } from '#providers/llm/index.ts';
import { RUN_BUSINESS_TYPES, type Enrichment, type RecommendedCategory } from '../runs/research-run.ts';
import { fold } from './brand-names.ts';
import type { BusinessJudgement } from './judge-business-type.ts';
import type { SiteAnswer } from './site-prompt.ts';

const SEEDS_MAX = 30;
const SEED_CHARS_MAX = 60;
const SEED_WORDS_MAX = 6;
const FOCUS_CHARS_MAX = 100;
const CATEGORIES_MAX = 10;
const CHOSEN_MAX = 5;
/** How much the model's word weighs beside the rules. */
const MODEL_SHARE = 0.6;
/** A model that is sure is right less often than it says. */
const SURE_MAX = 0.95;
/** What a category gains that the model chose, by its index. */
const CHOSEN_GAINS = [0.5, 0.4, 0.3, 0.2, 0.1] as const;

/** What the rules found, which the model's answer is mixed with. */
export interface RulesFound {
  readonly business: BusinessJudgement;
  readonly enrichment: Enrichment;
  /** The list that the model chose from. */
  readonly candidates: readonly RecommendedCategory[];
}

/**
 * Mixes the answer of a model with what the rules found. Whatever a page made it say, it can only choose a type of the
 * list, order listed categories, and give short plain texts; everything else of it is dropped.
 */
export function addModelAnswer({ business, enrichment, candidates }: RulesFound, answer: SiteAnswer): Enrichment {
  const focus = toPlainText(answer.business_focus, FOCUS_CHARS_MAX).replaceAll('\n', ' ');
  return {
    ...enrichment,
    ...mixTypes(business, answer),
    businessFocus: focus === '' ? enrichment.businessFocus : focus,
    categories: orderCategories(candidates, answer.categories),
    seedKeywords: mixSeeds(enrichment, answer.seed_keywords),
    by: ['llm', ...enrichment.by],
  };
}

function mixTypes(
  { shares }: BusinessJudgement,
  { business_type: type, confidence }: SiteAnswer,
): Pick<Enrichment, 'businessType' | 'businessTypeConfidence'> {
  const percent = confidence <= 1 ? confidence * 100 : confidence;
  const sure = Math.min(SURE_MAX, percent / 100);
  const others = (1 - sure) / (RUN_BUSINESS_TYPES.length - 1);
  // Rules are too sure of themselves: the root of a share says how far they may be trusted.
  const roots = RUN_BUSINESS_TYPES.map((one) => Math.sqrt(shares.get(one) ?? 0));
  const whole = roots.reduce((sum, root) => sum + root, 0) || 1;
  const mixed = RUN_BUSINESS_TYPES.map(
    (one, at) => [one, MODEL_SHARE * (one === type ? sure : others) + (1 - MODEL_SHARE) * ((roots[at] ?? 0) / whole)] as const,
  );
  const [best] = mixed.toSorted((one, other) => other[1] - one[1]);
  return { businessType: best?.[0] ?? type, businessTypeConfidence: Math.round((best?.[1] ?? 0) * 100) / 100 };
}

function orderCategories(candidates: readonly RecommendedCategory[], chosen: readonly number[]): RecommendedCategory[] {
  const listed = [...new Set(chosen)].filter((id) => candidates.some((candidate) => candidate.id === id)).slice(0, CHOSEN_MAX);
  const gainOf = (id: number): number => CHOSEN_GAINS[listed.indexOf(id)] ?? 0;
  return candidates
    .map((candidate) => ({
      ...candidate,
      confidence: Math.round(Math.min(SURE_MAX, candidate.confidence + gainOf(candidate.id)) * 100) / 100,
    }))
    .toSorted((one, other) => other.confidence + gainOf(other.id) - (one.confidence + gainOf(one.id)))
    .slice(0, CATEGORIES_MAX);
}

function mixSeeds({ seedKeywords, brandNames }: Enrichment, proposed: readonly string[]): string[] {
  const brands = brandNames.map(fold).filter((name) => name !== '');
  const fitting = proposed.slice(0, SEEDS_MAX).flatMap((text) => {
    const seed = normalizeKeyword(toPlainText(text, SEED_CHARS_MAX + 1));
    const isSeed =
      /\p{L}{2}/u.test(seed) && seed.length <= SEED_CHARS_MAX && seed.split(' ').length <= SEED_WORDS_MAX && !/[<>{}|\\]|:\/\//u.test(seed);
    return isSeed && !brands.some((brand) => fold(seed).includes(brand)) ? [seed] : [];
  });
  return [...new Set([...fitting, ...seedKeywords])].slice(0, SEEDS_MAX);
}
