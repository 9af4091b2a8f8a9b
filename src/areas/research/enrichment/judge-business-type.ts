import type { RunBusinessType } from '../runs/research-run.ts';
import { findPageKinds } from '../site/page-kinds.ts';
import type { PageFacts } from '../site/page-facts.ts';
import { loadBusinessTables, type BusinessTables, type WordRow } from './business-tables.ts';

/** What a site is as a business, and why. */
export interface BusinessJudgement {
  readonly type: RunBusinessType;
  /** 0 to 1: how many of a hundred such judgements are right. */
  readonly confidence: number;
  /** Probabilities of all types. */
  readonly shares: ReadonlyMap<string, number>;
  /** What speaks most for it, for people. */
  readonly evidence: readonly string[];
}

type Clue = Parameters<BusinessTables['judges']['weigh']>[0][number];

/** Where words stand on the start page, and how much of their weight they have there. */
const PARTS: readonly (readonly [name: string, share: number, take: (facts: PageFacts) => string])[] = [
  ['title', 0.7, ({ title, siteName }) => `${title ?? ''} | ${siteName ?? ''}`],
  ['heading', 0.5, ({ h1 }) => h1 ?? ''],
  ['description', 0.7, ({ description }) => description ?? ''],
  ['headings', 0.3, ({ outline }) => outline.headings.join(' | ')],
  [
    'navigation',
    0.3,
    ({ outline }) =>
      outline.links
        .filter(({ place }) => place !== 'foot')
        .map(({ text }) => text)
        .join(' | '),
  ],
  ['text', 0.4, ({ text }) => text.slice(0, 1_200)],
];
/** Each further word of a type in one part. */
const FURTHER_WORD = 0.25;
const FURTHER_WORDS_MAX = 3;
/** How much the kind of property counts that the start page shows. */
const PROPERTY_SHARE = 0.6;
const SHARE_MIN = 0.02;
/** Clues of a site are not independent, so their sum is too sure of itself. */
const TEMPER = 0.65;

/** Groups of clues that hold for a page: many a shop has a blog. */
const OF_START_ALONE: ReadonlySet<string> = new Set(['article', 'reading', 'author', 'forum', 'recipe']);

/** Pages that offer something beside reading (`page-words.tsv`). */
const OFFERS: ReadonlySet<string> = new Set([
  'products',
  'shop',
  'services',
  'pricing',
  'features',
  'menu',
  'courses',
  'listings',
  'sell',
  'games',
]);

/** The business type of a site, from the facts of its pages, the start page first. */
export async function judgeBusinessType(pages: readonly PageFacts[], host: string): Promise<BusinessJudgement> {
  const tables = await loadBusinessTables();
  const [start] = pages;
  const clues =
    start === undefined
      ? []
      : [...(await listFeatureClues({ pages, start, host }, tables)), ...listWordClues(start, tables), ...listPropertyClues(start, tables)];
  const { shares, listEvidence } = tables.judges.weigh(clues, tables.priors);
  const [best] = [...shares].toSorted((one, other) => other[1] - one[1]);
  if (best === undefined) throw new Error('the table of business types has no row of what is usual');
  return { type: best[0] as RunBusinessType, confidence: toConfidence(shares), shares, evidence: listEvidence(best[0]) };
}

/** The tempered share of the best type. */
function toConfidence(shares: ReadonlyMap<string, number>): number {
  const powers = [...shares.values()].map((share) => share ** TEMPER);
  const share = Math.max(...powers) / powers.reduce((sum, power) => sum + power, 0);
  return Math.round(share * 100) / 100;
}

interface Site {
  readonly pages: readonly PageFacts[];
  readonly start: PageFacts;
  readonly host: string;
}

async function listFeatureClues({ pages, start, host }: Site, { judges, clues }: BusinessTables): Promise<Clue[]> {
  const features = new Map<string, string>();
  for (const page of pages)
    for (const { feature, evidence } of judges.listFeatures(page)) {
      const isHere = page === start || !OF_START_ALONE.has(clues.get(feature)?.group ?? '');
      if (isHere && !features.has(feature)) features.set(feature, evidence);
    }
  const ending = host.split('.').at(-1) ?? '';
  features.set(`ending:${ending}`, `a name that ends in .${ending}`);
  const kinds = await findPageKinds(start.outline.links);
  for (const { kind, text } of kinds) features.set(`menu:${kind}`, `"${text}" in its navigation`);
  if (kinds.some(({ kind }) => kind === 'blog') && !kinds.some(({ kind }) => OFFERS.has(kind)))
    features.set('menu:reading alone', 'nothing but reading in its navigation');
  for (const { feature, evidence } of listContactFeatures(pages)) features.set(feature, evidence);
  return [...features].flatMap(([feature, evidence]) => {
    const row = clues.get(feature);
    return row === undefined || feature === 'usual' ? [] : [{ ...row, evidence }];
  });
}

function listContactFeatures(pages: readonly PageFacts[]): { readonly feature: string; readonly evidence: string }[] {
  const has = (test: (facts: PageFacts) => boolean): boolean => pages.some((page) => test(page));
  const declares = (name: string) => has(({ outline }) => outline.declaredProperties.includes(name));
  const stores = new Set(pages.flatMap(({ appLinks }) => appLinks.map(({ platform }) => platform)));
  const found: readonly (readonly [boolean, string, string])[] = [
    [declares('address') || has(({ outline }) => outline.hasAddressElement), 'contact:address', 'an address'],
    [declares('telephone') || has(({ outline }) => outline.contacts.includes('phone')), 'contact:phone', 'a number to call'],
    [declares('openingHours') || declares('openingHoursSpecification'), 'contact:hours', 'declares opening hours'],
    [declares('areaServed') || declares('geo'), 'contact:area', 'declares the area it serves'],
    [stores.size > 1, 'app:both', 'an app in both stores'],
    [stores.size === 1, 'app:one', 'an app in a store'],
  ];
  return found.flatMap(([isThere, feature, evidence]) => (isThere ? [{ feature, evidence }] : []));
}

function listWordClues(start: PageFacts, { words, wordRows }: BusinessTables): Clue[] {
  return PARTS.flatMap(([name, share, take]) => {
    const found = words.find(take(start)).flatMap(({ kind, phrase }) => {
      const row = wordRows.get(kind);
      return row === undefined ? [] : [{ ...row, phrase }];
    });
    return [...Map.groupBy(found, ({ type, isTrade }) => `${type} ${isTrade}`).values()].map((findings) =>
      toWordClue(findings, name, share),
    );
  });
}

function toWordClue(findings: readonly (WordRow & { readonly phrase: string })[], part: string, share: number): Clue {
  const [first] = findings;
  if (first === undefined) throw new Error('a group has no members');
  const strongest = Math.max(...findings.map(({ weight }) => weight));
  const weight = strongest * (1 + FURTHER_WORD * Math.min(findings.length - 1, FURTHER_WORDS_MAX));
  return {
    group: first.isTrade ? 'trade' : `words of the ${part}`,
    weights: { [first.type]: weight * share },
    evidence: `"${first.phrase}" in its ${part}`,
  };
}

/** What classification sees in the start page, as one clue. */
function listPropertyClues(start: PageFacts, { judges, properties, priors }: BusinessTables): Clue[] {
  const weighed = judges.weighPropertyTypes(start);
  if (weighed === undefined) return [];
  const sums = new Map<string, number>(Object.keys(priors).map((type) => [type, SHARE_MIN]));
  for (const [property, share] of weighed.shares)
    for (const [type, part] of Object.entries(properties.get(property) ?? {})) sums.set(type, (sums.get(type) ?? 0) + share * part);
  const middle = 1 / sums.size;
  const weights = Object.fromEntries([...sums].map(([type, sum]) => [type, Math.log(sum / middle) * PROPERTY_SHARE]));
  const [best] = [...weighed.shares].toSorted((one, other) => other[1] - one[1]);
  return [{ group: 'kind of property', weights, evidence: `looks like ${best?.[0] ?? 'no kind'}` }];
}
