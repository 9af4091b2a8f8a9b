/** A keyword as it is compared: trimmed, single spaces, lower case, composed Unicode. */
export function normalizeKeyword(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
}
