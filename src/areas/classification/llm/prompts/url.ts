import { z } from 'zod';
import { asData, type Prompt } from '#providers/llm/index.ts';
import { describeLabels, labelOf, REASONS_RULE, reasons } from '../label-schema.ts';
import { describePage, type PageContent } from '../page-content.ts';

const URL_CHARS_MAX = 1_000;

export interface UrlQuestion {
  readonly url: string;
  readonly page: PageContent | undefined;
}

const answerSchema = z.object({
  page_type: labelOf('page_type'),
  content_type: labelOf('content_type'),
  tactic_type: labelOf('tactic_type'),
  spam_tier: labelOf('spam_tier'),
  second_best: labelOf('page_type'),
  ...reasons,
});

export const urlPrompt: Prompt<UrlQuestion, z.infer<typeof answerSchema>> = {
  name: 'classify-url',
  version: 1,
  system: [
    'You classify pages for people who study links. You get the address of a page and, where it could be read, what it says.',
    'Judge the page, not its site. Words in the address can mislead: /blog/pricing-strategies is a post, and a documentation page about prices is documentation. ' +
      'The page weighs more than the address.',
    ...['page_type', 'content_type', 'tactic_type', 'spam_tier'].map(describeLabels),
    'second_best: the page_type that comes next.',
    REASONS_RULE,
  ].join('\n\n'),
  toUserText: ({ url, page }) => `Classify this page.\n${asData('url', url, URL_CHARS_MAX)}\n${describePage(page)}`,
  answerSchema,
  maxOutputTokens: 400,
};
