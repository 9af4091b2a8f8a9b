/** Words that hide who does what, or that a reader who learnt English late does not know. */
const REFUSED = /\b(?:whoever|whomever|nobody|somebody|lets|tells|told|anew|in vain|be had|befall\w*|heed\w*|stands? for)\b/giu;
const NAMES_IN_BACKTICKS = /`[^`]*`/gu;

/** The refused words of a comment, as they stand there; names in backticks do not count. */
export function findRefusedWords(comment: string): string[] {
  return (
    comment
      .replaceAll(NAMES_IN_BACKTICKS, '')
      .replaceAll(/\s*\n[\s*]*/gu, ' ')
      .match(REFUSED) ?? []
  );
}
