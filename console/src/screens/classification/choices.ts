const CHOICES_MAX = 9;

interface ChoicesInput {
  /** The label that the page has. */
  readonly present: string | null;
  /** Labels that the classifier thinks of, the likeliest first. */
  readonly likely: readonly (string | null | undefined)[];
  /** Every label, in the order of how often it occurs. */
  readonly all: readonly string[];
}

/** Up to nine other labels for the keys 1 to 9: those that the classifier thinks of, then the usual ones. */
export function toChoices({ present, likely, all }: ChoicesInput): string[] {
  const known = new Set(all);
  const first = likely.filter((label): label is string => typeof label === 'string' && known.has(label));
  return [...new Set([...first, ...all])].filter((label) => label !== present).slice(0, CHOICES_MAX);
}

/** Labels of a vocabulary with the most usual ones first; the others keep their order. */
export function byUse(labels: readonly string[], counts: Readonly<Record<string, number>>): string[] {
  return labels.toSorted((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0));
}
