import type { Shown } from './shown.ts';

/** What a first column keeps at least, when others need the room: its text is then cut. */
const FIRST_LEAST_PX = 220;

/** How narrow the first column may become, in pixels. */
export function leastFirst({ width }: Shown): number {
  return Math.min(width, FIRST_LEAST_PX);
}

/**
 * The columns of a usual choice that a table has room for: the last ones give way, so that it does not scroll sideways.
 * The first one and the sorted one stay.
 * @param roomPx of all columns together; 0 is not known yet, and then all of them stay
 */
export function fitShown(shown: readonly Shown[], roomPx: number, sortedId?: string): readonly Shown[] {
  const [first] = shown;
  if (!first || roomPx <= 0) return shown;
  const kept = [...shown];
  let wide = kept.reduce((sum, { width }) => sum + width, leastFirst(first) - first.width);
  while (wide > roomPx) {
    const at = kept.findLastIndex(({ id }, place) => place > 0 && id !== sortedId);
    if (at < 0) break;
    wide -= kept[at]?.width ?? 0;
    kept.splice(at, 1);
  }
  return kept.length === shown.length ? shown : kept;
}
