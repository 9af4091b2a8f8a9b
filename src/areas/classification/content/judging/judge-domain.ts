import type { Judgement } from '../../engine/judgement.ts';
import { findPropertyType } from '../../vocabulary/property-types.ts';
import type { PageSignals } from '../page-signals.ts';
import { listAddressClues } from './address-clues.ts';
import { toConfidence } from './calibrate.ts';
import type { Placeholder } from './find-placeholder.ts';
import { loadClues, type ClueTable } from './list-clues.ts';
import { findBest, sumShares, weigh, type Weighed } from './weigh.ts';
import { listWordClues } from './word-clues.ts';

/** Kinds of placeholders that say what the domain is; behind the others there may be anything. */
const WITHOUT_SITE: ReadonlySet<string> = new Set(['parked', 'for_sale', 'suspended', 'default_page']);

let table: ClueTable | undefined;

/** Dimensions that an address says something of. */
const TOLD = [
  { dimension: 'tier1_type', toCoarse: (label: string) => findPropertyType(label)?.tier1Type },
  { dimension: 'domain_type', toCoarse: (label: string) => findPropertyType(label)?.domainType },
];

/**
 * What a domain is, by its home page and what its name says: clues are weighed for property types, of which the coarser types
 * are sums.
 * @param address judgements of the stages that saw only the name; without clues of the page nothing is added to them
 */
export function judgeDomainPage(signals: PageSignals, address: readonly Judgement[] = []): Judgement[] {
  const weighed = weighPropertyTypes(signals, address);
  if (weighed === undefined) return [];
  return [
    ...TOLD.map(({ dimension, toCoarse }) => toJudgement(dimension, weighed, toCoarse)),
    toJudgement('property_type', weighed, (label) => label),
  ];
}

/** Probabilities of property types; undefined when the page says nothing. */
export function weighPropertyTypes(signals: PageSignals, address: readonly Judgement[] = []): Weighed | undefined {
  table ??= loadClues('domain.clues.tsv');
  const { priors } = table;
  const seen = [...table.listClues(signals), ...listWordClues(signals)];
  if (seen.length === 0) return undefined;
  const told = TOLD.flatMap((dimension) => listAddressClues(address, { ...dimension, priors }));
  return weigh([...seen, ...told], priors);
}

export function judgeDomainPlaceholder({ kind, confidence, evidence }: Placeholder): Judgement[] {
  const unknown: Judgement = { dimension: 'tier1_type', label: 'unknown', confidence, evidence };
  if (!WITHOUT_SITE.has(kind)) return [unknown];
  return [
    unknown,
    { ...unknown, dimension: 'domain_type', label: 'other' },
    { ...unknown, dimension: 'property_type', label: 'parked_domain' },
  ];
}

function toJudgement(dimension: string, { shares, listEvidence }: Weighed, toCoarse: (label: string) => string | undefined): Judgement {
  const coarse = sumShares(shares, toCoarse);
  const [best, secondBest] = findBest(coarse, toConfidence);
  const finer = [...shares].filter(([label]) => toCoarse(label) === best.label).toSorted((one, other) => other[1] - one[1]);
  return { dimension, ...best, secondBest, evidence: listEvidence(finer[0]?.[0] ?? '') };
}
