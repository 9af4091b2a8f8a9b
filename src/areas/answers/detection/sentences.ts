/** A part of a text, in code units of it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Ends of sentences: a stop before a blank, or a new line. "e.g. x" and "v2.1" do not end one. */
const SENTENCE_END = /[.!?。！？]+["'”’)\]*_]*(?=\s|$)|\n+/gu;
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|inc|ltd|co|no|approx|z\.b|bzw|d\.h|u\.a|sr|dr|mr|ms|mrs|st)\.$/iu;
/** Where a sentence turns to something else. */
const CLAUSE_END =
  /[;:—–]|,\s+(?=(?:but|however|though|although|while|whereas|yet|so|aber|jedoch|während|mais|cependant|tandis|pero|sin embargo|mientras|ma|però|mentre)\b)/giu;

/** The sentences of a text, without the blanks around them. */
export function splitSentences(text: string): Span[] {
  return cut(text, { from: 0, to: text.length }, SENTENCE_END, (end) => !ABBREVIATION.test(text.slice(Math.max(0, end - 10), end)));
}

/** The clauses of a sentence. */
export function splitClauses(text: string, sentence: Span): Span[] {
  return cut(text, sentence, CLAUSE_END);
}

export function findSpan(spans: readonly Span[], place: number): Span | undefined {
  return spans.find(({ from, to }) => from <= place && place < to);
}

function cut(text: string, { from, to }: Span, ends: RegExp, isEnd: (place: number) => boolean = () => true): Span[] {
  const places = [...text.slice(from, to).matchAll(ends)].map(({ 0: end, index }) => from + index + end.length).filter(isEnd);
  return [from, ...places].flatMap((begin, at) => {
    const end = places[at] ?? to;
    const part = text.slice(begin, end);
    const start = begin + (part.length - part.trimStart().length);
    return part.trim() === '' ? [] : [{ from: start, to: start + part.trim().length }];
  });
}
