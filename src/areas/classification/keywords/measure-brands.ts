import { readFileSync } from 'node:fs';
import { describeKeyword } from './judge-keyword.ts';

/** A keyword beside the brands of a caller, and what is right. */
export interface BrandPair {
  readonly keyword: string;
  readonly own: readonly string[];
  readonly branded: boolean;
  readonly hasBrandMention: boolean;
}

/** Own pairs, most of them homographs. */
export function readBrandPairs(): BrandPair[] {
  const [, ...lines] = readFileSync(new URL('brand-pairs.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const [keyword = '', own = '', branded, mention] = line.split('\t');
    return {
      keyword,
      own: own === '' ? [] : own.split('|'),
      branded: branded === 'yes',
      hasBrandMention: mention === 'yes',
    };
  });
}

export interface BrandFigures {
  /** Percent. */
  readonly f1: number;
  readonly pairs: number;
  readonly wrong: readonly BrandPair[];
}

/** How often what is said of the brands of keywords is right. */
export function measureBrands(pairs: readonly BrandPair[], of: 'branded' | 'hasBrandMention'): BrandFigures {
  const said = pairs.map((pair) => {
    const { isBranded, hasBrandMention } = describeKeyword(pair.keyword, { brands: pair.own });
    return { pair, isSaid: of === 'branded' ? isBranded : hasBrandMention, isRight: pair[of] };
  });
  const both = said.filter(({ isSaid, isRight }) => isSaid && isRight).length;
  const either = said.filter(({ isSaid }) => isSaid).length + said.filter(({ isRight }) => isRight).length;
  const wrong = said.filter(({ isSaid, isRight }) => isSaid !== isRight).map(({ pair }) => pair);
  return { f1: (200 * both) / either, pairs: pairs.length, wrong };
}
