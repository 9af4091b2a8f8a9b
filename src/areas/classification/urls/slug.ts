import type { Segment } from './parse-url.ts';

/** What the last segment looks like, besides what its words mean. */
export interface Slug {
  /** Without identifiers and numbers. */
  readonly words: number;
  /** Whether it has an identifier: a number of four or more digits, or letters and digits mixed at length. */
  readonly hasId: boolean;
  /** Whether it looks like an identifier and nothing else. */
  readonly isId: boolean;
  /** Its model numbers, sizes and colours, as names of goods have them. */
  readonly goodsMarks: number;
}

const NUMBER_ID = /^\d{4,}$/u;
const YEAR = /^(?:19|20)\d\d$/u;
/** `b0d1pc8551`, `1ebae2a7`; `covid19` and `4k` are words. */
const MIXED_ID = /^(?=(?:[a-z]*\d){2})(?=(?:\d*[a-z]){1})[a-z0-9]{7,}$/u;
const GOODS =
  /^(?:\d{1,5}(?:ml|cl|l|g|kg|mg|oz|lb|lbs|mm|cm|m|in|inch|ft|gb|tb|mah|w|kw|v|hz|mp|pcs|pc|pack|er|x|xl|zoll|stk)|[a-z]{1,4}\d{2,5}[a-z]{0,3}|black|white|grey|gray|silver|beige|navy|schwarz|weiss|noir|blanc|negro|blanco|nero|bianco|zwart|wit|svart|vit|sort|hvid|czarny|bialy|bundle|refurbished|pack|xl|xxl)$/u;

/** `gddr6x`, `rtx3080`, `gvn3080`, `10g`: letters and digits in turn, with a digit inside. */
const MODEL = /^(?:[a-z]{2,6}\d{1,5}[a-z]{0,8}\d{0,4}|\d{1,4}[a-z]{1,3}\d{0,4})$/u;

export function readSlug({ words }: Segment): Slug {
  const ids = words.filter(isIdentifier);
  const rest = words.filter((word) => !isIdentifier(word) && !/^\d+$/u.test(word));
  return {
    words: rest.length,
    hasId: ids.length > 0,
    isId: ids.length > 0 && rest.length === 0,
    goodsMarks: words.filter((word, at) => GOODS.test(word) || MODEL.test(word) || isPartedMark(words, at)).length,
  };
}

const SERIES = /^[a-z]{2,8}$/u;
const NUMBER_OF_MODEL = /^\d{3,4}$/u;
const UNIT = /^(?:gb|tb|mb|ml|cl|kg|mm|cm|inch|zoll|mah|hz|watt|oz|lbs?)$/u;
/** Words that count things or name places before a number. */
const NO_SERIES = new Set(
  'top best part chapter page area fortune route day week year the of in for rfc issue vol no nr under over from covid und et y de'.split(
    ' ',
  ),
);

/** `rtx-3070`, `24-gb`: a mark whose letters and digits stand apart. */
function isPartedMark(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  const before = words[at - 1] ?? '';
  if (UNIT.test(word)) return /^\d{1,4}$/u.test(before);
  return NUMBER_OF_MODEL.test(word) && !YEAR.test(word) && SERIES.test(before) && !NO_SERIES.has(before);
}

function isIdentifier(word: string): boolean {
  return (NUMBER_ID.test(word) && !YEAR.test(word)) || MIXED_ID.test(word);
}
