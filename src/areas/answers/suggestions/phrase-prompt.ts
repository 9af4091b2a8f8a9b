import type { KeywordTools } from '#areas/classification/index.ts';

/** How people ask for a recommendation, by language; of others the keyword stays as it is typed. */
const ASKS: Readonly<Record<string, (keyword: string) => string>> = {
  en: (keyword) => `Can you recommend ${/^(?:best|top)\b/iu.test(keyword) ? 'the ' : ''}${keyword}?`,
  de: (keyword) => `Kannst du ${keyword} empfehlen?`,
  fr: (keyword) => `Peux-tu recommander ${keyword} ?`,
  es: (keyword) => `¿Puedes recomendar ${keyword}?`,
};
const ASKING: ReadonlySet<string> = new Set(['question', 'how_to', 'definition']);

export interface PhrasedText {
  readonly text: string;
  readonly languageCode: string;
  /** Whether who searches for it looks for something to choose: it becomes a request to recommend. */
  readonly isChoice: boolean;
}

/** A text that is searched for, as people would ask it: a question gets its mark, what is there to choose is asked for, and else it stays. */
export function phrasePrompt({ text, languageCode, isChoice }: PhrasedText, tools: Pick<KeywordTools, 'foldText' | 'dropPhrases'>): string {
  if (/[?？]$/u.test(text)) return capitalize(text);
  const folded = tools.foldText(text);
  const isQuestion = tools.dropPhrases(folded, (signal) => ASKING.has(signal)).join(' ') !== folded;
  if (isQuestion) return `${capitalize(text)}?`;
  const ask = isChoice ? ASKS[languageCode] : undefined;
  return ask === undefined ? capitalize(text) : ask(text);
}

function capitalize(text: string): string {
  const [first = '', ...rest] = text;
  return first.toUpperCase() + rest.join('');
}
