import { z } from 'zod';
import type { AppContext } from '#context';
import { BudgetExceededError, OutsideError } from '#kernel/errors.ts';
import { toPlainText, UnusableAnswerError, type Prompt, asData } from '#providers/llm/index.ts';
import type { SpendScope } from '#providers/metering.ts';
import type { Judgement } from '../engine/judgement.ts';
import type { Finding } from '../engine/stage.ts';
import { findPageBucket } from '../vocabulary/pages.ts';
import type { PageContent } from './page-content.ts';
import { domainPrompt } from './prompts/domain.ts';
import { urlPrompt } from './prompts/url.ts';
import { describeLabels, labelOf, REASONS_RULE, reasons } from './label-schema.ts';

const KEYWORD_CHARS_MAX = 500;

const answerSchema = z.object({
  intent_type: labelOf('intent_type'),
  journey: labelOf('journey'),
  query_specificity: labelOf('query_specificity'),
  expertise_level: labelOf('expertise_level'),
  second_best: labelOf('intent_type'),
  ...reasons,
});

const keywordPrompt: Prompt<KeywordQuestion, z.infer<typeof answerSchema>> = {
  name: 'classify-keyword',
  version: 2,
  system: [
    'You classify what people type into a search engine, in any language. Judge what most of those who type exactly these words want.',
    ...['intent_type', 'journey', 'query_specificity', 'expertise_level'].map(describeLabels),
    'A word that is also a name of a brand counts as the brand only where the other words point to it: "apple" alone and "apple store" do, "apple pie" does not.',
    'second_best: the intent_type that comes next.',
    REASONS_RULE,
  ].join('\n\n'),
  toUserText: ({ text }) => `Classify this search.\n${asData('keyword', text, KEYWORD_CHARS_MAX)}`,
  answerSchema,
  maxOutputTokens: 300,
};

/** What is judged, and what was read of it. */
export type LlmItem =
  | { readonly kind: 'domain'; readonly domain: string; readonly page?: PageContent | undefined }
  | { readonly kind: 'url'; readonly url: string; readonly page?: PageContent | undefined }
  | { readonly kind: 'keyword'; readonly text: string };

/** What every answer has; the rest are labels by dimension. */
interface Answer {
  readonly confidence: number;
  readonly evidence: readonly string[];
  readonly second_best: string;
}

/** A model that is sure is right less often than it says. */
const CONFIDENCE_MAX = 95;
const EVIDENCE_MAX = 3;
const EVIDENCE_CHARS_MAX = 200;

/**
 * Asks the language model about one item. Never throws for what the pipeline can go on without: no model, no
 * money, no usable answer are findings that say so, and a failure that may pass is in `failure`.
 */
export async function judgeByLlm(ctx: Pick<AppContext, 'llm'>, scope: SpendScope, item: LlmItem, signal?: AbortSignal): Promise<Finding> {
  if (!ctx.llm.isConfigured) return { judgements: [], skipReason: 'llm_not_configured' };
  try {
    return await askAbout(ctx, { scope, signal }, item);
  } catch (error) {
    if (error instanceof BudgetExceededError)
      return { judgements: [], skipReason: DAILY.has(error.budget) ? 'daily_budget_exceeded' : 'budget_exceeded' };
    if (error instanceof UnusableAnswerError) return { judgements: [], skipReason: 'llm_failed', costUsd: error.costUsd };
    if (error instanceof OutsideError) return { judgements: [], skipReason: 'llm_failed', failure: error.retryable ? error : undefined };
    throw error;
  }
}

const DAILY: ReadonlySet<string> = new Set(['llm_daily_usd', 'daily_usd']);

interface Asking {
  readonly scope: SpendScope;
  readonly signal: AbortSignal | undefined;
}

async function askAbout({ llm }: Pick<AppContext, 'llm'>, asking: Asking, item: LlmItem): Promise<Finding> {
  const ask = async <Question, Value extends Answer>(
    prompt: Prompt<Question, Value>,
    question: Question,
    toJudgements: (value: Value) => readonly Judgement[],
  ): Promise<Finding> => {
    const { value, costUsd, model, promptVersion } = await llm.ask(asking.scope, prompt, question, { signal: asking.signal });
    return { judgements: toJudgements(value), costUsd, origin: { version: `${promptVersion} ${model}` } };
  };
  switch (item.kind) {
    case 'domain':
      return await ask(domainPrompt, { domain: item.domain, page: item.page }, ({ tier1_type, domain_type, property_type, ...answer }) =>
        judge(answer, { domain_type, tier1_type, property_type }),
      );
    case 'url':
      return await ask(urlPrompt, { url: item.url, page: item.page }, ({ page_type, content_type, tactic_type, spam_tier, ...answer }) =>
        judge(answer, { page_type, page_bucket: findPageBucket(page_type), content_type, tactic_type, spam_tier }),
      );
    case 'keyword':
      return await ask(keywordPrompt, { text: item.text }, ({ intent_type, journey, query_specificity, expertise_level, ...answer }) =>
        judge(answer, { intent_type, journey, query_specificity, expertise_level }),
      );
  }
}

/** @param labels by dimension; the first decides, and `second_best` is of its vocabulary */
function judge(answer: Answer, labels: Readonly<Record<string, string | undefined>>): Judgement[] {
  // Some models write shares where percent are asked for.
  const percent = answer.confidence <= 1 ? answer.confidence * 100 : answer.confidence;
  const confidence = Math.min(CONFIDENCE_MAX, Math.round(percent));
  const evidence = answer.evidence.slice(0, EVIDENCE_MAX).map((reason) => `language model: ${toPlainText(reason, EVIDENCE_CHARS_MAX)}`);
  return Object.entries(labels).flatMap(([dimension, label], index): Judgement[] => {
    if (label === undefined) return [];
    const isRival = index === 0 && answer.second_best !== label;
    const secondBest = isRival ? { label: answer.second_best, confidence: Math.min(confidence, 100 - confidence) } : undefined;
    return [{ dimension, label, confidence, evidence, ...(secondBest === undefined ? {} : { secondBest }) }];
  });
}

interface KeywordQuestion {
  readonly text: string;
}
