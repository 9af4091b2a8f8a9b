/** A keyword as it is compared: trimmed, single spaces, lower case, composed Unicode. */
export function normalizeKeyword(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
}

/** Of a password that a person chooses. */
export const PASSWORD_DIFFERENT_MIN = 6;

/** How many different characters a text has, blanks and case left aside: a long text of few is guessed like a short one. */
export function countDifferent(text: string): number {
  return new Set(text.toLowerCase().replaceAll(/\s/gu, '')).size;
}
