/** What keywords are, as it stands in lists of them. Loaded on the first use, with the rules and models. */
import type { AppContext } from '#context';
import type { SpendScope } from '#providers/metering.ts';
import { describeKeyword } from '../keywords/judge-keyword.ts';
import { findLabel } from '../records/classification.ts';
import { findBrands } from '../records/find-brands.ts';
import { classifyKeywords } from './classify-keywords.ts';
import { toKeywordItem } from './items.ts';
import { forWorkflow } from './rounds.ts';

export interface KeywordLabels {
  /** Of the vocabulary `journey`; null: the words do not say. */
  readonly journey: string | null;
  /** It names an own brand of the project. */
  readonly isBranded: boolean;
  /** It names any known brand. */
  readonly hasBrandMention: boolean;
  /** Of the vocabulary `modifier`. */
  readonly modifiers: readonly string[];
}

export interface LabelOrder {
  /** Its own websites are brands too. */
  readonly projectId: string;
  readonly texts: readonly string[];
  readonly scope: SpendScope;
  readonly signal: AbortSignal;
}

/** The labels of keywords in their order, by the free stages and by what people said. Nothing is stored, and nothing is spent. */
export async function labelKeywords(ctx: AppContext, { projectId, texts, scope, signal }: LabelOrder): Promise<KeywordLabels[]> {
  const brands = await findBrands(ctx.postgres, { projectId });
  const items = texts.map((text) => toKeywordItem(text, brands));
  const classified = await classifyKeywords(ctx, items, forWorkflow({ skipFetch: true, skipLlm: true, scope, signal }));
  return classified.map((one) => {
    const { isBranded, hasBrandMention, modifiers } = describeKeyword(one.subject, { brands });
    return { journey: findLabel(one, 'journey') ?? null, isBranded, hasBrandMention, modifiers };
  });
}
