import { readFileSync } from 'node:fs';
import type { KeywordTools } from '#areas/classification/index.ts';
import { toStem } from './endings.ts';

/** What people want to know or do about a subject, which is not the subject. */
const DROPPED_SIGNALS = new Set([
  'price',
  'discount',
  'free',
  'buy',
  'best',
  'review',
  'comparison',
  'alternative',
  'local',
  'question',
  'definition',
  'how_to',
  'download',
  'login',
]);
/** Phrases of these signals that change what a keyword is about: an emergency dentist is another service. */
const KEPT_PHRASES = new Set([
  'budget',
  'emergency',
  'notdienst',
  'recipe',
  'recipes',
  'rezept',
  'rezepte',
  'sign in',
  'sign on',
  'dashboard',
  'account',
]);
const YEAR_OR_COUNT = /^(?:\d{1,2}|(?:19|20)\d\d)$/u;

let stopWords: ReadonlyMap<string, ReadonlySet<string>> | undefined;
let aspects: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/**
 * The words that say what a keyword is about, as stems, sorted, each once: without phrases of intent, stop words,
 * years and counts. A keyword of nothing else keeps all of its words.
 * @example toCoreWords('best invoicing software for freelancers', 'en', tools) // ['freelancer', 'invoicing', 'softwar']
 */
export function toCoreWords(keyword: string, languageCode: string, tools: KeywordTools): readonly string[] {
  const language = languageCode.split('-')[0] ?? '';
  const folded = tools.foldText(keyword);
  const isDropped = (signal: string, phrase: string): boolean => DROPPED_SIGNALS.has(signal) && !KEPT_PHRASES.has(phrase);
  const common = listCommonWords(language);
  const kept = tools.dropPhrases(folded, isDropped).filter((word) => !common.has(word) && !YEAR_OR_COUNT.test(word));
  const words = kept.length > 0 ? kept : folded.split(' ');
  const stems = words.flatMap((word) => (tools.hasNoSpaces(word) ? segment(word, language) : [toStem(word, language)]));
  return [...new Set(stems)].toSorted();
}

const segmenters = new Map<string, Intl.Segmenter>();

function segment(text: string, language: string): string[] {
  const segmenter = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike === true).map((part) => part.segment);
}

/** Words that say nothing of a subject, or ask something that is asked of any. */
function listCommonWords(language: string): ReadonlySet<string> {
  stopWords ??= readWords('stop-words.txt');
  aspects ??= readWords('aspects.txt');
  return (stopWords.get(language) ?? new Set()).union(aspects.get(language) ?? new Set());
}

function readWords(file: string): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    readFileSync(new URL(`data/${file}`, import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [
        line.slice(0, line.indexOf(':')),
        new Set(
          line
            .slice(line.indexOf(':') + 1)
            .trim()
            .split(' '),
        ),
      ]),
  );
}
