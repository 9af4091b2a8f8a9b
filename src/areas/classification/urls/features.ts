import { FeatureBuilder, type Features } from '../models/features.ts';
import { loadWords } from '../models/load-models.ts';
import { splitWords } from '../models/split-words.ts';
import { parse } from 'tldts';

const PATH_LENGTH_MAX = 400;
const NGRAMS_WEIGHT = 1.5;
const SEGMENT = /[/?&=]+/u;

/** What the models of pages see of an address. */
export function toUrlFeatures(url: string): Features {
  const table = loadWords();
  const address = URL.parse(url);
  const path = `${address?.pathname ?? ''}${address?.search ?? ''}`.slice(0, PATH_LENGTH_MAX).toLowerCase();
  const segments = path.split(SEGMENT).filter((segment) => segment !== '');
  const { subdomain, domainWithoutSuffix } = parse(url);
  const words = splitWords(path, table);
  const features = new FeatureBuilder(table)
    .addNamed(`depth:${Math.min(6, segments.length)}`)
    .addNamed(`subdomain:${subdomain ?? ''}`)
    .addNamed(`first:${segments[0] ?? ''}`)
    .addNamed(`last words:${Math.min(9, splitWords(segments.at(-1) ?? '', table).length)}`)
    .addNamed(`shape:${toShape(segments.at(-1) ?? '')}`)
    .addWords('path', words)
    .addNgrams('path', path, NGRAMS_WEIGHT)
    .addWords('host', splitWords(`${subdomain ?? ''} ${domainWithoutSuffix ?? ''}`, table), 0.5)
    .setVector(words);
  return features.build();
}

/** Digits and letters by their kind, runs shortened: `news-2024.html` is `a-0.a`. */
function toShape(segment: string): string {
  return segment
    .replaceAll(/\p{L}+/gu, 'a')
    .replaceAll(/\p{N}+/gu, '0')
    .slice(0, 24);
}
