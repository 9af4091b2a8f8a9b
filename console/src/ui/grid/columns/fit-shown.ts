import type { Shown } from './shown.ts';

/** What a first column keeps at least, when others need the room: its text is then cut. */
const FIRST_LEAST_PX = 220;
/** The same for other columns. Figures and days are narrower, and never cut. */
const TEXT_LEAST_PX = 200;

/** How narrow the first column may become, in pixels. */
export function leastFirst({ width }: Shown): number {
  return Math.min(width, FIRST_LEAST_PX);
}

/**
 * The columns of a usual choice that a table has room for, so that it does not scroll sideways: long texts give of their
 * width, then the last columns give way. The first one and the sorted one stay.
 * @param roomPx of all columns together; 0 is not known yet, and then all of them stay
 */
export function fitShown(shown: readonly Shown[], roomPx: number, sortedId?: string): readonly Shown[] {
  const [first, ...others] = shown;
  if (!first || roomPx <= 0 || sum(others) + leastFirst(first) <= roomPx) return shown;
  const room = roomPx - leastFirst(first);
  const kept = [...others];
  while (sum(kept.map(toLeast)) > room) {
    const at = kept.findLastIndex(({ id }) => id !== sortedId);
    if (at < 0) break;
    kept.splice(at, 1);
  }
  const spare = sum(kept) - sum(kept.map(toLeast));
  const share = spare === 0 ? 0 : Math.min(1, Math.max(0, sum(kept) - room) / spare);
  return [first, ...kept.map((one) => ({ id: one.id, width: Math.floor(one.width - share * (one.width - toLeast(one).width)) }))];
}

function toLeast({ id, width }: Shown): Shown {
  return { id, width: Math.min(width, TEXT_LEAST_PX) };
}

function sum(shown: readonly Shown[]): number {
  return shown.reduce((total, { width }) => total + width, 0);
}
