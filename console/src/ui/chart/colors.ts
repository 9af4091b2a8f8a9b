import './colors.css';

export const PALETTE_SIZE = 10;

/** Colours of a chart as they are now: light or dark. */
export interface Colors {
  /** Of the line at a place; they repeat after ten. */
  readonly of: (at: number) => string;
  readonly axis: string;
  readonly grid: string;
  readonly weekend: string;
  readonly failed: string;
  readonly note: string;
  readonly paper: string;
}

export function readColors(): Colors {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string): string => style.getPropertyValue(`--chart-${name}`).trim();
  const lines = Array.from({ length: PALETTE_SIZE }, (_, at) => read(String(at)));
  return {
    of: (at) => lines[at % PALETTE_SIZE] ?? '',
    axis: read('axis'),
    grid: read('grid'),
    weekend: read('weekend'),
    failed: read('failed'),
    note: read('note'),
    paper: read('paper'),
  };
}

/** The colour of the line at a place, for elements of the page. */
export function toCssColor(at: number): string {
  return `var(--chart-${at % PALETTE_SIZE})`;
}
