/** A word of a text as names are compared, and where it stands there. */
export interface Word {
  readonly folded: string;
  /** Without the ending of possession: "Ledger's" names Ledger, and "Lowe's" Lowe's. */
  readonly stem: string;
  readonly from: number;
  readonly to: number;
}

/** Lower case, without accents and punctuation. */
export type Fold = (text: string) => string;

/** Addresses and hosts, and targets of links in Markdown, whose texts stay: names in them are citations. */
const ADDRESSES = [/\]\([^)\s]*\)/gu, /<?https?:\/\/[^\s)>\]]+>?/giu, /\b(?:[\p{L}\p{N}-]+\.)+[a-z]{2,24}\b(?:\/[^\s)\]]*)?/giu];
/** A word may hold characters that do not show. */
const WORD = /[\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060\ufeff]+(?:['’]\p{L}+)*|[&+]/gu;
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;
const POSSESSIVE = /['’]s$/iu;

/** The words of a text, but for those of addresses. */
export function splitWords(text: string, fold: Fold): Word[] {
  const shown = ADDRESSES.reduce((left, address) => left.replaceAll(address, (found) => ' '.repeat(found.length)), text);
  return [...shown.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const shownWord = word.replaceAll(INVISIBLE, '');
    const folded = fold(shownWord);
    return folded === '' ? [] : [{ folded, stem: fold(shownWord.replace(POSSESSIVE, '')), from: index, to: index + word.length }];
  });
}
