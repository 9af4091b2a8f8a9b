import type { KeywordIntent } from '#providers/search-data/index.ts';
import type { IntentChance } from '#providers/search-data/lists.ts';
import type { RunBusinessType } from '../../runs/research-run.ts';
import type { JudgedRow, PendingKeyword } from '../store/judged.ts';
import { flagBrand, type NamesBrand } from './flag-brand.ts';
import type { Fit, FitCase } from './judge-fit.ts';
import { readIntents } from './read-intents.ts';
import { scoreKeyword } from './score-keyword.ts';

/** What keywords are judged by: the same for a whole run. */
export interface Judge {
  readonly businessType: RunBusinessType;
  readonly brand: { readonly names: readonly string[]; readonly isNamed: NamesBrand };
  readonly toFit: (one: FitCase) => Fit;
}

export type Judgement = Pick<
  JudgedRow,
  'status' | 'reason' | 'primary_intent' | 'secondary_intents' | 'brand_flag' | 'is_branded' | 'has_brand_mention' | 'score' | 'score_parts'
>;

/** Whether a keyword is one of the brand, whether it fits, what searchers want and what it is worth. */
export function judgeKeyword(
  pending: PendingKeyword & { readonly rank: FitCase['rank'] },
  { businessType, brand, toFit }: Judge,
): Judgement {
  const { keyword, categoryIds, searchVolume, keywordDifficulty, rank, sources } = pending;
  const chances = toChances(pending);
  const intents = readIntents(chances);
  const named = brand.isNamed(keyword, brand.names);
  const { fit, reason } = toFit({ keyword, categoryIds, isBrand: named.isOwn, rank, isOfSite: sources.includes('domain_seed') });
  const { score, parts } = scoreKeyword({ searchVolume, keywordDifficulty, intents: chances, fit }, businessType);
  return {
    status: reason === null ? 'kept' : 'irrelevant',
    reason,
    primary_intent: intents.primary,
    secondary_intents: intents.secondary,
    brand_flag: flagBrand(named, intents),
    is_branded: named.isOwn,
    has_brand_mention: named.isAny,
    score,
    score_parts: parts,
  };
}

/** Without the intent data there may be the one intent of the metrics, which says nothing of how probable it is. */
function toChances({ intentConfidences, intent }: PendingKeyword): IntentChance[] {
  const chances = Object.entries(intentConfidences).map(([label, probability]) => ({ label: label as KeywordIntent, probability }));
  if (chances.length > 0) return chances;
  return intent === null ? [] : [{ label: intent, probability: 0.5 }];
}
