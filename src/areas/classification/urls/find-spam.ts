import type { Candidate } from '../engine/judgement.ts';
import type { UrlParts } from './parse-url.ts';

export interface SpamSigns {
  /** Suffixes under which names cost next to nothing. */
  readonly suffixes: ReadonlySet<string>;
  /** What is advertised by spam more than by anything else. */
  readonly words: ReadonlySet<string>;
}

export function readSpamSigns(lines: readonly string[]): SpamSigns {
  const groups = new Map<string, Set<string>>();
  let group = '';
  for (const line of lines) {
    if (line.startsWith('[')) group = line.slice(1, -1);
    else groups.set(group, new Set([...(groups.get(group) ?? []), ...line.split(' ')]));
  }
  return { suffixes: groups.get('suffixes') ?? new Set(), words: groups.get('words') ?? new Set() };
}

const HYPHENS_MANY = 3;
const DIGITS_MANY = 5;
const WORDS_MANY = 2;
const TIERS: readonly Candidate[] = [
  { label: 'clean', confidence: 85 },
  { label: 'low', confidence: 60 },
  { label: 'medium', confidence: 60 },
  { label: 'high', confidence: 70 },
];

/** How many signs of spam the URL itself shows. What a page links to is not known here. */
export function findSpam(
  { site, siteName, segments }: UrlParts,
  { suffixes, words }: SpamSigns,
): Candidate & { readonly evidence: readonly string[] } {
  const suffix = site.slice(site.lastIndexOf('.') + 1);
  const named = [...new Set([...siteName.split('-'), ...segments.flatMap((segment) => segment.words)].filter((word) => words.has(word)))];
  const inSiteName = siteName.split('-').some((word) => words.has(word));
  const signs = [
    ...(suffixes.has(suffix) ? [`suffix .${suffix}`] : []),
    ...(siteName.split('-').length > HYPHENS_MANY ? ['many hyphens in the name of the site'] : []),
    ...((siteName.match(/\d/gu) ?? []).length >= DIGITS_MANY ? ['many digits in the name of the site'] : []),
    ...named.slice(0, WORDS_MANY).map((word) => `"${word}" in the URL`),
    ...(inSiteName ? ['such a word in the name of the site'] : []),
  ];
  const tier = TIERS[Math.min(TIERS.length - 1, signs.length)] ?? { label: 'clean', confidence: 85 };
  return { ...tier, evidence: signs.length === 0 ? ['no sign of spam in the URL'] : signs };
}
