import { z } from 'zod';
import { toBody } from '#http/to-body.ts';
import { PROPERTY_KINDS, PROPERTY_SOURCES, type StoredProperty } from '../properties/property.ts';

/** Another home of a domain's brand, as it is shown on the domain. */
export const BrandProperty = z.object({
  kind: z.enum(PROPERTY_KINDS),
  platform: z.string().nullable().describe('`x`, `linkedin`, `store_a` and the like; null for hosts and feeds'),
  handle: z.string().nullable().describe('name of the account or id of the app; null while it is not recorded'),
  url: z.string(),
  found_in: z.array(z.enum(PROPERTY_SOURCES)).describe('how the home page names it'),
  first_seen: z.string().describe('ISO 8601'),
  last_seen: z.string().describe('ISO 8601; older than the last visit: the page no longer names it'),
});
export type BrandProperty = z.infer<typeof BrandProperty>;

export function presentProperties(properties: readonly StoredProperty[]): BrandProperty[] {
  return properties.map((property) =>
    toBody(BrandProperty, { ...property, platform: property.platform === '' ? null : property.platform }),
  );
}
