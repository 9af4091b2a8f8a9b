import type { Channel, MediaType, TacticBucket } from './channels.ts';
import { findPropertyType } from './property-types.ts';

export interface DerivedDimensions {
  readonly channel: Channel;
  /** The property type, as the finer channel. */
  readonly subchannel: string;
  readonly channelBucket: TacticBucket;
  readonly mediaType: MediaType;
}

/** The property type of a domain of which only the domain type is known. */
const USUAL_PROPERTY: Readonly<Record<string, string>> = {
  news: 'news_publisher',
  blog: 'blog_content_site',
  ecommerce: 'ecommerce_store',
  forum: 'forum_community_board',
  social: 'social_network',
  wiki: 'wiki_reference',
  edu: 'education',
  gov: 'government',
  affiliate: 'affiliate_content',
  directory: 'directory_listing',
  saas: 'saas_product',
  agency: 'marketing_agency',
  other: 'corporate_site',
};

/**
 * The dimensions of a domain that follow from its domain type and property type. A property type that contradicts
 * the domain type gives way to it. `isOwned` says that the domain belongs to the one who is linked to.
 */
export function deriveDomain(domainType: string, propertyType: string | undefined, isOwned = false): DerivedDimensions | undefined {
  const given = propertyType === undefined ? undefined : findPropertyType(propertyType);
  const label = given?.domainType === domainType ? propertyType : USUAL_PROPERTY[domainType];
  const property = label === undefined ? undefined : findPropertyType(label);
  if (label === undefined || property === undefined) return undefined;
  return {
    channel: property.channel,
    subchannel: label,
    channelBucket: isOwned ? 'owned' : property.channelBucket,
    mediaType: isOwned ? 'owned' : property.mediaType,
  };
}
