import { FeatureBuilder, type Features } from '../models/features.ts';
import { loadWords } from '../models/load-models.ts';
import { splitWords } from '../models/split-words.ts';
import { parse } from 'tldts';

const NAME_WEIGHT = 1;
const NGRAMS_WEIGHT = 1.5;

/** What the models of domains see of a host name. */
export function toDomainFeatures(host: string): Features {
  const table = loadWords();
  const { publicSuffix, subdomain, domainWithoutSuffix } = parse(host);
  const words = splitWords(`${subdomain ?? ''} ${domainWithoutSuffix ?? host}`, table);
  return new FeatureBuilder(table)
    .addNamed(`suffix:${publicSuffix ?? ''}`)
    .addNamed(`subdomain:${subdomain ?? ''}`, 0.5)
    .addWords('host', words, NAME_WEIGHT)
    .addNgrams('host', host, NGRAMS_WEIGHT)
    .setVector(words)
    .build();
}
