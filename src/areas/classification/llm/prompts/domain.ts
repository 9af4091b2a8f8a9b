import { z } from 'zod';
import { asData, type Prompt } from '#providers/llm/index.ts';
import { describeLabels, labelOf, REASONS_RULE, reasons } from '../label-schema.ts';
import { describePage, type PageContent } from '../page-content.ts';
import { findPropertyType, propertyType } from '../../vocabulary/property-types.ts';

const HOST_CHARS_MAX = 253;

export interface DomainQuestion {
  readonly domain: string;
  /** Its home page. */
  readonly page: PageContent | undefined;
}

/** An answer whose labels contradict each other says nothing: it is refused like one that is not JSON, and never becomes an example. */
const answerSchema = z
  .object({
    tier1_type: labelOf('tier1_type'),
    domain_type: labelOf('domain_type'),
    property_type: labelOf('property_type'),
    second_best: labelOf('domain_type'),
    ...reasons,
  })
  .superRefine(({ tier1_type, domain_type, property_type }, context) => {
    const fits = findPropertyType(property_type);
    // "Unknown" contradicts no property type: the model then names the likeliest one.
    if (fits === undefined || tier1_type === 'unknown') return;
    if (fits.tier1Type === tier1_type && fits.domainType === domain_type) return;
    context.addIssue(`the labels contradict each other: a ${property_type} is ${fits.tier1Type} and ${fits.domainType}`);
  });

/** The property types, each with the labels that follow from it. */
function describePropertyTypes(): string {
  const lines = Object.entries(propertyType.labels).map(([label, definition]) => {
    const fits = findPropertyType(label);
    return `- ${label} (${fits?.tier1Type ?? 'unknown'}, ${fits?.domainType ?? 'other'}): ${definition}`;
  });
  return `property_type: ${propertyType.summary} In brackets the tier1_type and domain_type that go with it; no others do.\n${lines.join('\n')}`;
}

export const domainPrompt: Prompt<DomainQuestion, z.infer<typeof answerSchema>> = {
  name: 'classify-domain',
  version: 2,
  system: [
    'You classify websites for people who study links. You get the host name of a site and, where it could be read, its home page.',
    'Judge the site as a whole by what it is, not by what it writes about: a blog about banks is a blog. The page weighs more than the name. ' +
      'A name that tells nothing and a page that was not read is unknown, with a low confidence.',
    ...['tier1_type', 'domain_type'].map(describeLabels),
    describePropertyTypes(),
    'second_best: the domain_type that comes next.',
    REASONS_RULE,
  ].join('\n\n'),
  toUserText: ({ domain, page }) => `Classify this site.\n${asData('domain', domain, HOST_CHARS_MAX)}\n${describePage(page)}`,
  answerSchema,
  maxOutputTokens: 400,
};
