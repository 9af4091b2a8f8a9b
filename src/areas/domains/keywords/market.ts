/** Where a domain's keywords are looked up. */
export interface Market {
  /** A country, for example 2840 for the United States. */
  readonly locationCode: number;
  readonly languageCode: string;
}
