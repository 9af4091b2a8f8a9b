import { readLines } from '#areas/classification/index.ts';
import { normalizeKeyword } from '#kernel/text.ts';

export interface StopWords {
  /** Whole phrases that are no subject. */
  readonly phrases: ReadonlySet<string>;
  /** Words that begin no keyword. */
  readonly begin: ReadonlySet<string>;
  /** Words that begin and end no keyword. */
  readonly edges: ReadonlySet<string>;
  /** Words between two phrases. */
  readonly splits: ReadonlySet<string>;
  /** Words after a phrase that stands for itself too. */
  readonly heads: ReadonlySet<string>;
  /** Words that make a phrase a sentence. */
  readonly sentence: ReadonlySet<string>;
}

let stops: StopWords | undefined;

/** The table of words that are no subject of a site, read when first asked for. */
export function loadStopWords(): StopWords {
  stops ??= read();
  return stops;
}

function read(): StopWords {
  const sections: Record<string, Set<string>> = {};
  let name = '';
  for (const line of readLines(new URL('data/seed-stops.txt', import.meta.url))) {
    if (line.startsWith('[')) name = line.slice(1, -1);
    else for (const text of line.split('|')) (sections[name] ??= new Set()).add(normalizeKeyword(text));
  }
  const get = (section: string): ReadonlySet<string> => sections[section] ?? new Set();
  return {
    phrases: get('phrases'),
    begin: get('begin'),
    edges: get('edges'),
    splits: get('splits'),
    heads: get('heads'),
    sentence: get('sentence'),
  };
}
