import type { BandId } from './position-bands.ts';

export const PALETTE_SIZE = 10;

/** A colour by its name in `colors.css`, without the dashes. */
export type ColorName = `chart-${number}` | `band-${BandId}`;

/** Own sites, and what is measured alone. */
export const OWN_COLOR: ColorName = 'chart-0';
/** What other trackers knew: it is another measurement than any line beside it. */
export const IMPORTED_COLOR: ColorName = 'chart-9';
/** The line that others are compared with. */
export const COMPARED_COLOR: ColorName = 'chart-9';

/** The colour of a kind by its place in a list; they repeat after ten. */
export function toPlaceColor(at: number): ColorName {
  return `chart-${at % PALETTE_SIZE}`;
}

/** Colours of rivals: all but one's own, and but that of what is compared. */
const RIVAL_COLORS = PALETTE_SIZE - 2;

/**
 * A colour for each rival, the same on every screen whatever its place there: the name decides, and where two names
 * would take the same one the later in the alphabet takes the next that is free.
 */
export function toRivalColors(domains: Iterable<string>): Map<string, ColorName> {
  const taken = new Set<number>();
  const colors = new Map<string, ColorName>();
  for (const domain of [...new Set(domains)].toSorted()) {
    if (taken.size === RIVAL_COLORS) taken.clear();
    let slot = hash(domain) % RIVAL_COLORS;
    while (taken.has(slot)) slot = (slot + 1) % RIVAL_COLORS;
    taken.add(slot);
    colors.set(domain, toPlaceColor(slot + 1));
  }
  return colors;
}

const HASH_FACTOR = 31;
const HASH_BOUND = 2 ** 32;

function hash(text: string): number {
  let sum = 0;
  for (const letter of text) sum = (sum * HASH_FACTOR + (letter.codePointAt(0) ?? 0)) % HASH_BOUND;
  return sum;
}

/** A colour for elements of the page. */
export function toCssColor(name: ColorName): string {
  return `var(--${name})`;
}

/** Colours of a drawing as they are now: light or dark. */
export interface Colors {
  readonly of: (name: ColorName) => string;
  readonly axis: string;
  readonly grid: string;
  readonly weekend: string;
  readonly failed: string;
  readonly note: string;
  readonly paper: string;
}

export function readColors(): Colors {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    of: read,
    axis: read('chart-axis'),
    grid: read('chart-grid'),
    weekend: read('chart-weekend'),
    failed: read('chart-failed'),
    note: read('chart-note'),
    paper: read('chart-paper'),
  };
}
