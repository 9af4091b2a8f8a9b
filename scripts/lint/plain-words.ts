/** Words that hide who does what, or that a reader who learnt English late does not know. */
const REFUSED = /\b(?:whoever|whomever|nobody|somebody|lets|tells|told|anew|in vain|be had|befall\w*|heed\w*|stands? for)\b/giu;
/** Numbered sections of documents that are not in the repository: a comment says the fact, or points to a page of `docs`. */
const CITED = /\b(?:specification,? (?:section )?\d[\d.]*|(?:specification|decisions),? section(?: \d+)?)/giu;
const NAMES_IN_BACKTICKS = /`[^`]*`/gu;

/** The refused words of a comment, as they stand there; names in backticks do not count. */
export function findRefusedWords(comment: string): string[] {
  const text = comment.replaceAll(NAMES_IN_BACKTICKS, '').replaceAll(/\s*\n[\s*]*/gu, ' ');
  return [REFUSED, CITED].flatMap((refused) => text.match(refused) ?? []);
}
