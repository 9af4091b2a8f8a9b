import type { LinkedSnapshot } from './snapshot.ts';

/** What changed since the period before; null: one of the two is not known. */
export interface Deltas {
  readonly backlinksChange: number | null;
  /** Change against the period before, in percent with two decimals; null also when there were none. */
  readonly backlinksChangePct: number | null;
  readonly referringDomainsChange: number | null;
  readonly rankChange: number | null;
}

const PERCENT = 100;
const DECIMALS = 2;

/** Changes from the newest earlier week that something is known of, which need not be the last one. */
export function toDeltas({ backlinks, referringDomains, rank, previous }: LinkedSnapshot): Deltas {
  const before = previous?.backlinks ?? null;
  const backlinksChange = subtract(backlinks, before);
  return {
    backlinksChange,
    backlinksChangePct: backlinksChange === null || before === null || before === 0 ? null : toPercent(backlinksChange / before),
    referringDomainsChange: subtract(referringDomains, previous?.referringDomains ?? null),
    rankChange: subtract(rank, previous?.rank ?? null),
  };
}

function subtract(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : now - before;
}

function toPercent(share: number): number {
  return Number((share * PERCENT).toFixed(DECIMALS));
}
