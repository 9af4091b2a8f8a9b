import type { Kind } from '../similarity/example.ts';
import { deriveDomain } from '../vocabulary/derive-domain.ts';
import { findPageBucket } from '../vocabulary/pages.ts';
import { findPropertyType } from '../vocabulary/property-types.ts';
import type { Entity } from './correction.ts';

export type Labels = Readonly<Record<string, string>>;

/** Labels that were given, and those that they imply: a page type has one bucket, a property type one domain type and tier. */
export function implyLabels(kind: Kind, given: Labels): Labels {
  if (kind === 'url') return { ...implyBucket(given['page_type']), ...given };
  return kind === 'domain' ? { ...implyTypes(given), ...given } : given;
}

/** Adds implied labels, and the usual channel of a domain's record. Given labels always stay. */
export function completeLabels({ type, labels }: Entity, corrected: ReadonlyMap<string, string>): Labels {
  const given = implyLabels(type, Object.fromEntries(corrected));
  const domainType = given['domain_type'];
  if (type !== 'domain' || domainType === undefined) return given;
  const propertyType = given['property_type'] ?? labels['property_type'] ?? undefined;
  const derived = deriveDomain(domainType, propertyType, labels['media_type'] === 'owned');
  if (derived === undefined) return given;
  const { channel, subchannel, channelBucket, mediaType } = derived;
  return { channel, subchannel, channel_bucket: channelBucket, media_type: mediaType, ...given };
}

function implyBucket(pageType: string | undefined): Labels {
  const bucket = pageType === undefined ? undefined : findPageBucket(pageType);
  return bucket === undefined ? {} : { page_bucket: bucket };
}

function implyTypes({ property_type: propertyType, domain_type: domainType }: Labels): Labels {
  if (propertyType === undefined && domainType === undefined) return {};
  // `other` holds sites of every tier: nothing follows from it.
  const label = propertyType ?? (domainType === 'other' ? undefined : deriveDomain(domainType ?? '', undefined)?.subchannel);
  const property = label === undefined ? undefined : findPropertyType(label);
  return property === undefined ? {} : { tier1_type: property.tier1Type, domain_type: property.domainType };
}
