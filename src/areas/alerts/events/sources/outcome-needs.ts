import type { WatchedAsset } from '#areas/keywords/index.ts';
import type { OtherStanding, OutcomeSeries } from '#areas/rankings/index.ts';
import type { Condition } from '../../rule.ts';

/** What a kind compares beside the positions of own sites. */
export interface Needs {
  readonly features: boolean;
  /** Whether own sites are in them. */
  readonly ours: boolean;
  /** Domains whose positions are read. */
  readonly competitors: readonly string[];
}

/** What the kinds of these rules compare. */
export function needsOf(conditions: readonly Pick<Condition, 'when'>[], sites: readonly WatchedAsset[]): Needs {
  const ofFeatures = conditions.filter(({ when: { event } }) => event === 'feature_lost' || event === 'feature_gained');
  const passed = conditions.filter(({ when: { event } }) => event === 'competitor_passed').map(({ when }) => when['domain']);
  const rivals = sites.filter(({ role }) => role === 'competitor').map(({ value }) => value);
  return {
    features: ofFeatures.length > 0,
    ours: ofFeatures.some(({ when }) => when['ours'] === true),
    competitors: rivals.filter((rival) => passed.some((domain) => domain === undefined || domain === rival)),
  };
}

/** Adds to the outcomes of own sites where competitors stood by the same checks. */
export function addCompetitors(page: readonly OutcomeSeries[], { competitors }: Needs): void {
  const byMoment = new Map<number, Map<string, OtherStanding>>();
  for (const { domain, outcomes } of page) {
    if (!competitors.includes(domain)) continue;
    for (const { atMs, isGood, position, recomputedAt } of outcomes) {
      if (!isGood) continue;
      const known = byMoment.get(atMs) ?? new Map<string, OtherStanding>();
      byMoment.set(atMs, known.set(domain, { position: position === 0 ? null : position, recomputedAt }));
    }
  }
  for (const { domain, outcomes } of page) {
    if (!competitors.includes(domain)) for (const outcome of outcomes) outcome.others = byMoment.get(outcome.atMs) ?? null;
  }
}
