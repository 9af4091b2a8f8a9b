export const PROPERTY_KINDS = ['social', 'app', 'subdomain', 'feed'] as const;
export type PropertyKind = (typeof PROPERTY_KINDS)[number];

/** How a home page tells of a property: a link, a link that says "me", `sameAs` of structured data, or its head. */
export const PROPERTY_SOURCES = ['link', 'rel_me', 'structured_data', 'head'] as const;
export type PropertySource = (typeof PROPERTY_SOURCES)[number];

/** Another place where the brand of a domain is at home. */
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
