/** Positions of a page that get a share; deeper ones have no voice. */
export const VOICE_POSITIONS = 100;

/** 1 + 1/2 + 1/3 + ... + 1/100: divides the voices of all positions of a page, so that they add up to 1. */
export const VOICE_TOTAL = Array.from({ length: VOICE_POSITIONS }, (_, index) => 1 / (index + 1)).reduce((sum, part) => sum + part, 0);

/**
 * The part of a page's attention that a position gets: half of it for twice the position, and all positions of
 * a page together 1. Not found is 0.
 * @param position from 1, or null when not found
 */
export function toVoice(position: number | null): number {
  return position === null || position > VOICE_POSITIONS ? 0 : 1 / (position * VOICE_TOTAL);
}

/**
 * The share of voice (docs/tracking.md, "Share of voice"): the voices of a site's positions, each
 * weighted by the search volume of its keyword, of the volume of all keywords whose outcome and
 * volume are known. From 0 to 1; the shares of all sites of the pages sum up to 1 at most. `null`
 * when no volume is known, or none is searched for.
 */
export function toShareOfVoice({ voiceSum, volumeSum }: { readonly voiceSum: number; readonly volumeSum: number }): number | null {
  return volumeSum === 0 ? null : voiceSum / volumeSum;
}
