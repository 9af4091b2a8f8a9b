import { channel, channelBucket, mediaType, tacticType } from './channels.ts';
import { domainType, tier1Type } from './domain-types.ts';
import { expertiseLevel, intentType, journey, modifier, querySpecificity } from './keywords.ts';
import { contentType, pageBucket, pageType } from './pages.ts';
import { pipelineDomainType, propertyType, subchannel } from './property-types.ts';
import { classificationSource, domainTechType, pageReading, platformType, qualityTier, spamTier, structuralType } from './records.ts';
import { targetPageCategory, targetPageType } from './target-pages.ts';
import { topic } from './topics.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Every closed set of labels, by subject. What is not in them is never stored. */
export const VOCABULARIES: readonly Vocabulary[] = [
  tier1Type,
  domainType,
  pipelineDomainType,
  propertyType,
  channel,
  subchannel,
  channelBucket,
  mediaType,
  domainTechType,
  pageBucket,
  pageType,
  contentType,
  tacticType,
  topic,
  structuralType,
  spamTier,
  targetPageType,
  targetPageCategory,
  intentType,
  journey,
  querySpecificity,
  expertiseLevel,
  modifier,
  qualityTier,
  platformType,
  classificationSource,
  pageReading,
];
