export const PROPERTY_KINDS = ['social', 'app', 'subdomain', 'feed'] as const;
export type PropertyKind = (typeof PROPERTY_KINDS)[number];

/** Where on a home page a property is found: a link, a link with `rel="me"`, `sameAs` of structured data, or the head. */
export const PROPERTY_SOURCES = ['link', 'rel_me', 'structured_data', 'head'] as const;
export type PropertySource = (typeof PROPERTY_SOURCES)[number];

/** Another home of a domain's brand: a profile, an app, a subdomain or a feed. */
export interface Property {
  readonly kind: PropertyKind;
  /** `x`, `linkedin`, `store_a` ...; empty for hosts and feeds. */
  readonly platform: string;
  readonly url: string;
  /** Name of the account, or id of the app. */
  readonly handle: string | null;
  /** In the order of `PROPERTY_SOURCES`. */
  readonly foundIn: readonly PropertySource[];
}

/** A property as it is kept. */
export interface StoredProperty extends Property {
  readonly firstSeen: Date;
  readonly lastSeen: Date;
}
