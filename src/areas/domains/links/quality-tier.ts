/** Quality of a referring domain by its rank from 0 to 100, the best first. */
const TIERS = [
  { tier: 'tier_1', rankMin: 80 },
  { tier: 'tier_2', rankMin: 60 },
  { tier: 'tier_3', rankMin: 40 },
  { tier: 'tier_4', rankMin: 20 },
  { tier: 'tier_5', rankMin: 0 },
] as const;

/** The best first. */
export const QUALITY_TIERS = TIERS.map(({ tier }) => tier);
export type QualityTier = (typeof TIERS)[number]['tier'];

/** Null when the rank is not known. */
export function toQualityTier(rank: number | null): QualityTier | null {
  return rank === null ? null : (TIERS.find(({ rankMin }) => rank >= rankMin)?.tier ?? null);
}
