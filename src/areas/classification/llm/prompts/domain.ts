import { z } from 'zod';
import { asData, type Prompt } from '#providers/llm/index.ts';
import { describeLabels, labelOf, REASONS_RULE, reasons } from '../label-schema.ts';
import { describePage, type PageContent } from '../page-content.ts';

const HOST_CHARS_MAX = 253;

export interface DomainQuestion {
  readonly domain: string;
  /** Its home page. */
  readonly page: PageContent | undefined;
}

const answerSchema = z.object({
  tier1_type: labelOf('tier1_type'),
  domain_type: labelOf('domain_type'),
  property_type: labelOf('property_type'),
  second_best: labelOf('domain_type'),
  ...reasons,
});

export const domainPrompt: Prompt<DomainQuestion, z.infer<typeof answerSchema>> = {
  name: 'classify-domain',
  version: 1,
  system: [
    'You classify websites for people who study links. You get the host name of a site and, where it could be read, its home page.',
    'Judge the site as a whole by what it is, not by what it writes about: a blog about banks is a blog. The page weighs more than the name. ' +
      'A name that tells nothing and a page that was not read is unknown, with a low confidence.',
    ...['tier1_type', 'domain_type', 'property_type'].map(describeLabels),
    'second_best: the domain_type that comes next.',
    REASONS_RULE,
  ].join('\n\n'),
  toUserText: ({ domain, page }) => `Classify this site.\n${asData('domain', domain, HOST_CHARS_MAX)}\n${describePage(page)}`,
  answerSchema,
  maxOutputTokens: 400,
};
