import { deriveDomain } from '../vocabulary/derive-domain.ts';
import { findPropertyType } from '../vocabulary/property-types.ts';
import type { Entity } from './correction.ts';

/**
 * The labels that were given, and those that follow from them: a property type has one domain type and one tier 1
 * type, and both have a usual channel. What was given always stays.
 */
export function completeLabels({ type, labels }: Entity, corrected: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const given = Object.fromEntries(corrected);
  const propertyType = given['property_type'];
  const domainType = given['domain_type'] ?? (propertyType === undefined ? undefined : findPropertyType(propertyType)?.domainType);
  if (type !== 'domain' || domainType === undefined) return given;
  const isOwned = labels['media_type'] === 'owned';
  const derived = deriveDomain(domainType, propertyType ?? labels['property_type'] ?? undefined, isOwned);
  if (derived === undefined) return { domain_type: domainType, ...given };
  const { channel, subchannel, channelBucket, mediaType } = derived;
  // `other` holds sites of every tier 1 type: nothing follows from it.
  const tier1Type = domainType === 'other' && propertyType === undefined ? undefined : findPropertyType(subchannel)?.tier1Type;
  const follows = { domain_type: domainType, channel, subchannel, channel_bucket: channelBucket, media_type: mediaType };
  return { ...follows, ...(tier1Type === undefined ? {} : { tier1_type: tier1Type }), ...given };
}
