import { measureBrands, readBrandPairs } from '#areas/classification/keywords/measure-brands.ts';
import type { Bench } from './support/bench.ts';

const F1_MIN = 97;

/** How often brands in keywords are found, and words that only look like one left alone, on own pairs. */
export const brands: Bench = {
  name: 'brands',
  summary: 'Own and known brands in keywords, on own pairs of which most are homographs',
  run: () => {
    const pairs = readBrandPairs();
    const beside = pairs.filter(({ own }) => own.length > 0);
    const mention = measureBrands(pairs, 'hasBrandMention');
    const own = measureBrands(beside, 'branded');
    return Promise.resolve({
      rows: [
        { figure: 'has_brand_mention: F1', value: mention.f1, unit: '%', bound: { atLeast: F1_MIN } },
        { figure: 'has_brand_mention: pairs', value: mention.pairs, unit: 'pairs' },
        { figure: 'branded: F1', value: own.f1, unit: '%', bound: { atLeast: F1_MIN } },
        { figure: 'branded: pairs', value: own.pairs, unit: 'pairs' },
      ],
      notes: [...new Set([...mention.wrong, ...own.wrong])].map(({ keyword }) => `wrong: ${keyword}`),
    });
  },
};
