/** Kinds of items that are classified. */
export const KINDS = ['domain', 'url', 'keyword'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * Who says what an example is: `correction` a person, `learned` a classification that was sure enough, `seed` the
 * examples that ship with the service. Of several for one item the first of this list holds.
 */
export const ORIGINS = ['correction', 'learned', 'seed'] as const;
export type Origin = (typeof ORIGINS)[number];

/** An item whose labels are known. */
export interface Example {
  readonly kind: Kind;
  /** The normalized host, address or text. */
  readonly item: string;
  /** Dimension to label. */
  readonly labels: Readonly<Record<string, string>>;
  /** 0 to 100. */
  readonly confidence: number;
  readonly origin: Origin;
}

/** An example near an item. */
export interface Neighbour extends Omit<Example, 'kind'> {
  /** It is the item itself. */
  readonly isExact: boolean;
  /** Cosine of both vectors, from -1 to 1; 1 when it is the item itself. */
  readonly similarity: number;
}
