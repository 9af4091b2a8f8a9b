/** A link as a page offers it. */
export interface OutlineLink {
  /** Absolute, http or https, without a fragment. */
  readonly url: string;
  /** At most 80 characters. */
  readonly text: string;
  /** Stored in this spelling. `menu`: in a navigation or the head of the page; `foot`: in its footer; `body`: anywhere else. */
  readonly place: 'menu' | 'foot' | 'body';
}

/** Something that structured data names. */
export interface DeclaredName {
  /** Type of schema.org: `Product`, `Organization`, ... */
  readonly type: string;
  readonly name: string;
}

/** How a page is divided and where it leads. Plain data of a few KB; every list has an end. */
export interface PageOutline {
  /** Headings of the levels 1 to 3, in their order. */
  readonly headings: readonly string[];
  /** Each address once, from where it is met first. */
  readonly links: readonly OutlineLink[];
  readonly declaredNames: readonly DeclaredName[];
  /** Properties of structured data that are there: `address`, `openingHours`, `offers`, ... each once. */
  readonly declaredProperties: readonly string[];
  /** Numbers to call and addresses of mail that are linked: `tel:` and `mailto:`. */
  readonly contacts: readonly ('phone' | 'mail')[];
  /** An `address` element with words in it. */
  readonly hasAddressElement: boolean;
}
