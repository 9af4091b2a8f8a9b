import type { RankedKeyword } from '#client';
import { formatPlural } from '#data/format.ts';
import type { Bar } from '#ui/charts/bars/layout.ts';

const BANDS = [
  { label: '1–3', to: 3 },
  { label: '4–10', to: 10 },
  { label: '11–20', to: 20 },
  { label: '21–50', to: 50 },
  { label: '51+', to: Number.POSITIVE_INFINITY },
] as const;

/** Counts of the known keywords by position, as old as the oldest of them. Those without a position are in none of the bars. */
export function toRankBars(keywords: readonly Pick<RankedKeyword, 'position' | 'checked_at'>[]): Bar[] {
  const counts = BANDS.map(() => 0);
  for (const { position } of keywords) {
    const band = position === null ? -1 : BANDS.findIndex(({ to }) => position <= to);
    if (band !== -1) counts[band] = (counts[band] ?? 0) + 1;
  }
  const checkedAt = keywords.reduce<string | null>(
    (oldest, { checked_at: at }) => (oldest === null || (at !== null && at < oldest) ? at : oldest),
    null,
  );
  const reading = { computedFrom: `the positions of ${formatPlural(keywords.length, 'keyword')} of the site`, checkedAt };
  return BANDS.map(({ label }, index) => ({ label, parts: [{ name: 'Keywords', value: counts[index] ?? 0 }], reading }));
}
