/** A domain that has a record. */
export interface KnownDomain {
  readonly id: number;
  readonly domain: string;
}
