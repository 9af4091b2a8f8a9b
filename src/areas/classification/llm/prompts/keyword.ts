import { z } from 'zod';
import { asData, type Prompt } from '#providers/llm/index.ts';
import { describeLabels, labelOf, REASONS_RULE, reasons } from '../label-schema.ts';

const KEYWORD_CHARS_MAX = 500;

export interface KeywordQuestion {
  readonly text: string;
}

const answerSchema = z.object({
  intent_type: labelOf('intent_type'),
  journey: labelOf('journey'),
  query_specificity: labelOf('query_specificity'),
  expertise_level: labelOf('expertise_level'),
  second_best: labelOf('intent_type'),
  ...reasons,
});

export const keywordPrompt: Prompt<KeywordQuestion, z.infer<typeof answerSchema>> = {
  name: 'classify-keyword',
  version: 1,
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
