/** Which part of a list is wanted. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A list in its order as groups of at most `size`. */
export function toGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_none, at) => items.slice(at * size, (at + 1) * size));
}
