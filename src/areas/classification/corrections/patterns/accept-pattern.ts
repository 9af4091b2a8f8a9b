import type { RequestContext } from '#context';
import { AppError, notFound } from '#kernel/errors.ts';
import { forgetFreeAnswers } from '../../records/store/forget-answers.ts';
import type { CorrectionPattern, SuggestedRule } from '../correction.ts';
import { lockPattern, updateAccepted } from '../store/patterns.ts';
import { upsertRule } from '../store/rules.ts';

export interface AcceptedPattern {
  readonly pattern: CorrectionPattern;
  /** Of the rule, from 0 to 100. */
  readonly confidencePct: number;
}

/**
 * Makes a rule of stage 1 of what a pattern suggests. Accepting it again takes over the newest support.
 * @throws AppError `Pattern not found`; 409 when nothing is suggested
 */
export async function acceptPattern(ctx: Pick<RequestContext, 'postgres' | 'clock' | 'caller'>, id: number): Promise<AcceptedPattern> {
  const accepted = { by: ctx.caller.id, at: ctx.clock.now() };
  const result = await ctx.postgres.transaction(async (tx) => {
    const pattern = await lockPattern(tx, id);
    if (pattern === undefined) throw notFound('Pattern');
    const rule = pattern.suggestedRule;
    if (rule === null) throw nothingSuggested(pattern);
    const { entityType, dimension, toValue: label } = pattern;
    const { feature, value, support, counter_examples: counterExamples } = rule;
    const confidence = toConfidence(rule);
    await upsertRule(
      tx,
      { entityType, dimension, label, feature, value, confidence, support, counterExamples },
      { patternId: id, ...accepted },
    );
    await updateAccepted(tx, id, accepted);
    await forgetFreeAnswers(tx, entityType, new Date(ctx.clock.realNow()));
    return { pattern: { ...pattern, acceptedAt: accepted.at, acceptedBy: accepted.by }, confidencePct: confidence };
  });
  // Loaded here, because the models come with it.
  const { forgetLearned } = await import('../learning/learned.ts');
  forgetLearned(ctx);
  return result;
}

/** The word of the person who accepts it counts as much as so many corrections. */
const ACCEPTANCE = 8;

function toConfidence({ support, counter_examples: against }: SuggestedRule): number {
  return Math.round((100 * (support + ACCEPTANCE)) / (support + against + ACCEPTANCE + 1));
}

function nothingSuggested({ count }: CorrectionPattern): AppError {
  return new AppError('conflict', 'No rule is suggested', {
    message: `the ${count} corrections of this pattern have nothing in common that other items lack`,
    hint: 'POST /api/admin/classifier/corrections/learn looks again when there are more corrections.',
  });
}
