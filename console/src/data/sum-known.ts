/** The sum of what is known of the items; null when nothing of them is. A sum of nothing is 0. */
export function sumKnown<Item>(items: readonly Item[], read: (item: Item) => number | null | undefined): number | null {
  const known = items.flatMap((item) => read(item) ?? []);
  return known.length === 0 && items.length > 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
