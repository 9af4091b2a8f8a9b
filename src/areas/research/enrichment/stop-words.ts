import { readLines } from '#areas/classification/index.ts';
import { normalizeKeyword } from '#kernel/text.ts';

/** What the phrases of a site are taken apart by. All in lower case. */
export interface StopWords {
  /** Whole phrases that are no subject. */
  readonly phrases: ReadonlySet<string>;
  /** Words that begin no keyword. */
  readonly begin: ReadonlySet<string>;
  /** Words that begin and end no keyword. */
  readonly edges: ReadonlySet<string>;
  /** Words between two phrases. */
  readonly splits: ReadonlySet<string>;
  /** Words that end a phrase which is one of its own as well. */
  readonly heads: ReadonlySet<string>;
  /** Words that make a phrase a sentence. */
  readonly sentence: ReadonlySet<string>;
}

interface Row {
  readonly section: string;
  readonly languages: readonly string[];
  readonly words: readonly string[];
}

const EVERYWHERE = 'en';

let rows: readonly Row[] | undefined;
const byLanguage = new Map<string, StopWords>();

/** The words for a site in a language, English ones included (`data/seed-stops.txt`); read when first asked for. */
export function loadStopWords(languageCode: string): StopWords {
  rows ??= readRows();
  const language = rows.some(({ languages }) => languages.includes(languageCode)) ? languageCode : EVERYWHERE;
  const known = byLanguage.get(language) ?? collect(rows, language);
  byLanguage.set(language, known);
  return known;
}

function collect(all: readonly Row[], language: string): StopWords {
  const fitting = all.filter(({ languages }) => languages.includes(language) || languages.includes(EVERYWHERE));
  const get = (name: string): ReadonlySet<string> =>
    new Set(fitting.filter(({ section }) => section === name).flatMap(({ words }) => words.map(normalizeKeyword)));
  return {
    phrases: get('phrases'),
    begin: get('begin'),
    edges: get('edges'),
    splits: get('splits'),
    heads: get('heads'),
    sentence: get('sentence'),
  };
}

function readRows(): Row[] {
  let section = '';
  return readLines(new URL('data/seed-stops.txt', import.meta.url)).flatMap((line) => {
    if (line.startsWith('[')) {
      section = line.slice(1, -1);
      return [];
    }
    const [languages = '', words = ''] = line.split('\t');
    return [{ section, languages: languages.split(' '), words: words.split('|') }];
  });
}
