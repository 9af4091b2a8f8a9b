import { FeatureBuilder, type Features } from '../models/features.ts';
import { loadWords } from '../models/load-models.ts';
import { splitWords } from '../models/split-words.ts';
import type { WordTable } from '../models/word-table.ts';
import { findPropertyType } from '../vocabulary/property-types.ts';
import type { Finding } from './finding.ts';
import type { HostName } from './read-host.ts';

const NAME_WEIGHT = 1.5;
const NGRAMS_WEIGHT = 1.2;
const LENGTH_STEP = 4;
const LENGTH_STEPS_MAX = 6;
/** Suffixes with so many names that they are features of their own. */
const COMMON_SUFFIXES = new Set(['com', 'net', 'org', 'de', 'io', 'co', 'me', 'dev', 'info', 'co.uk', 'fr']);

/**
 * What the models of domains see of a host: its words and letters, its form, and what the rules found. That a host is
 * known is left out: the rules answer that, and a model that saw it would learn nothing else from known hosts.
 */
export function toDomainFeatures(host: HostName, findings: readonly Finding[]): Features {
  const table = loadWords();
  const words = splitWords(`${host.subLabels.join(' ')} ${host.name}`, table);
  const builder = new FeatureBuilder(table)
    .addNamed(`suffix:${host.suffix}`)
    .addWords('host', words, NAME_WEIGHT)
    .addNgrams('host', `${host.subLabels.join('.')}.${host.name}`, NGRAMS_WEIGHT)
    .setVector(words);
  for (const shape of toShapes(host, words)) builder.addNamed(shape, 0.5);
  for (const shape of toWordShapes(host, words, table)) builder.addNamed(shape, 0.7);
  for (const [name, value] of toRuleFeatures(findings)) builder.addNamed(name, value);
  return builder.build();
}

function toShapes({ name, subLabels, host, suffix }: HostName, words: readonly string[]): string[] {
  return [
    `length:${Math.min(LENGTH_STEPS_MAX, Math.floor(name.length / LENGTH_STEP))}`,
    `words:${Math.min(LENGTH_STEPS_MAX, words.length)}`,
    `sub:${Math.min(2, subLabels.length)}`,
    ...subLabels.map((label) => `label:${label}`),
    ...(name.includes('-') ? ['hyphen'] : []),
    ...(/\d/u.test(host) ? ['digit'] : []),
    ...toAcronymShapes(name, suffix),
  ];
}

/** How much of the name is words that a dictionary knows, and how frequent they are: brands and nicknames differ in that. */
function toWordShapes({ name, suffix }: HostName, words: readonly string[], { ranks, size }: WordTable): string[] {
  const ending = COMMON_SUFFIXES.has(suffix) ? suffix : /(?:^|\.)[a-z]{2}$/u.test(suffix) ? 'country' : 'other';
  const known = words.filter((word) => word.length > 1 && ranks.has(word));
  const letters = known.reduce((sum, word) => sum + word.length, 0);
  const share = Math.min(4, Math.floor((4 * letters) / Math.max(1, name.length)));
  const rarest = Math.max(0, ...known.map((word) => ranks.get(word) ?? 0));
  const rarity = Math.floor(Math.log2(1 + (64 * rarest) / size));
  const count = Math.min(4, words.length);
  return [`known:${share}`, `known:${share}:${count}:${ending}`, `rarity:${rarity}:${count}`, `rarity:${rarity}:${share}:${ending}`];
}

const ACRONYM_LENGTH_MAX = 5;

/** Universities outside the English-speaking countries like to be called `uXX` or `XXu` under the suffix of their country. */
function toAcronymShapes(name: string, suffix: string): string[] {
  if (name.length > ACRONYM_LENGTH_MAX) return [];
  const kind = /(?:^|\.)[a-z]{2}$/u.test(suffix) ? 'country' : 'other';
  return [
    `acronym:${kind}`,
    ...(name.startsWith('u') ? [`acronym-u:${kind}`] : []),
    ...(name.endsWith('u') ? [`u-acronym:${kind}`] : []),
    ...(/^[^aeiouy]+$/u.test(name) ? [`consonants:${kind}`] : []),
  ];
}

/** Each kind of rule with each property that it found, and what the surest ones say. */
function toRuleFeatures(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const features = new Map<string, number>();
  const usable = findings.filter(({ rule }) => rule !== 'host');
  for (const { rule, property } of usable) {
    const kind = rule.startsWith('word:') ? rule.slice(0, rule.lastIndexOf(':')) : (rule.split(':', 1)[0] ?? '');
    features.set(`rule:${kind}:${property}`, 1);
    features.set(`finds:${property}`, 1);
  }
  const best = usable.toSorted((one, other) => other.confidence - one.confidence)[0];
  if (best === undefined) features.set('finds-nothing', 1);
  else {
    const known = findPropertyType(best.property);
    features.set(`best:${best.property}`, best.confidence / 100);
    features.set(`best-type:${known?.domainType ?? ''}`, best.confidence / 100);
    features.set(`best-tier:${known?.tier1Type ?? ''}`, best.confidence / 100);
  }
  return features;
}
