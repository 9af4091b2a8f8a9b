import type { Judgement } from '../../engine/judgement.ts';
import { findPropertyType } from '../../vocabulary/property-types.ts';
import type { PageSignals } from '../page-signals.ts';
import { toConfidence } from './calibrate.ts';
import type { Placeholder } from './find-placeholder.ts';
import { loadClues, type ClueTable } from './list-clues.ts';
import { findBest, sumShares, weigh, type Weighed } from './weigh.ts';
import { listWordClues } from './word-clues.ts';

/** Kinds of placeholders that say what the domain is; behind the others there may be anything. */
const WITHOUT_SITE: ReadonlySet<string> = new Set(['parked', 'for_sale', 'suspended', 'default_page']);

let table: ClueTable | undefined;

/** What a domain is, by its home page: clues are weighed for property types, of which the coarser types are sums. */
export function judgeDomainPage(signals: PageSignals): Judgement[] {
  const weighed = weighPropertyTypes(signals);
  if (weighed === undefined) return [];
  return [
    toJudgement('tier1_type', weighed, (label) => findPropertyType(label)?.tier1Type),
    toJudgement('domain_type', weighed, (label) => findPropertyType(label)?.domainType),
    toJudgement('property_type', weighed, (label) => label),
  ];
}

/** Probabilities of property types; undefined when the page says nothing. */
export function weighPropertyTypes(signals: PageSignals): Weighed | undefined {
  table ??= loadClues('domain.clues.tsv');
  const clues = [...table.listClues(signals), ...listWordClues(signals)];
  return clues.length === 0 ? undefined : weigh(clues, table.priors);
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
