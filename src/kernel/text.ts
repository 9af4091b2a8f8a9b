/** A keyword as it is compared: trimmed, single spaces, lower case, composed Unicode. */
export function normalizeKeyword(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
}

/** A number with its word. @example formatPlural(1, 'line') // 1 line @example formatPlural(2, 'category', 'categories') // 2 categories */
export function formatPlural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Fewest different characters of a password that a person chooses. */
export const PASSWORD_DIFFERENT_MIN = 6;

/** How many different characters a text has, blanks and case left aside: a long text of few is guessed like a short one. */
export function countDifferent(text: string): number {
  return new Set(text.toLowerCase().replaceAll(/\s/gu, '')).size;
}
