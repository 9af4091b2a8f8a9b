/** A keyword as it is compared: trimmed, single spaces, lower case, composed Unicode. */
export function normalizeKeyword(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
}

/** A number with its word. @example formatPlural(1, 'line') // 1 line @example formatPlural(2, 'category', 'categories') // 2 categories */
export function formatPlural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
