import type { Judgement } from '../../engine/judgement.ts';
import { sumShares, weigh, type Clue } from './weigh.ts';

/**
 * How much of what an address says counts beside what its page says: they are not independent, and what is looked at is what
 * addresses leave unsure. Measured on the pages of the sandbox (docs/classification.md, "Content of pages").
 */
const SHARE = 0.5;
/** Nothing is as good as impossible or certain. */
const SHARE_MIN = 0.001;
const SHARE_MAX = 1 - SHARE_MIN;

interface AddressOptions {
  readonly dimension: string;
  /** What is usual of the labels that are weighed, as natural logarithms. */
  readonly priors: Readonly<Record<string, number>>;
  /** The label of the dimension that a weighed one belongs to. */
  readonly toCoarse: (label: string) => string | undefined;
}

/**
 * What was said of an item by its address, as a clue beside those of its page: by how much it makes a label likelier than is
 * usual.
 */
export function listAddressClues(address: readonly Judgement[], { dimension, priors, toCoarse }: AddressOptions): Clue[] {
  const judgement = address.find((candidate) => candidate.dimension === dimension);
  if (judgement === undefined) return [];
  const usual = sumShares(weigh([], priors).shares, toCoarse);
  const weights: Record<string, number> = {};
  for (const { label, confidence } of [judgement, judgement.secondBest].filter((candidate) => candidate !== undefined)) {
    const weight = SHARE * Math.max(0, toLogOdds(confidence / 100) - toLogOdds(usual.get(label) ?? 0));
    for (const weighed of Object.keys(priors)) if (toCoarse(weighed) === label) weights[weighed] = weight;
  }
  return [{ group: `address, ${dimension}`, weights, evidence: judgement.evidence[0] ?? 'its address' }];
}

function toLogOdds(share: number): number {
  const bounded = Math.min(SHARE_MAX, Math.max(SHARE_MIN, share));
  return Math.log(bounded / (1 - bounded));
}
