import type { Column } from './column.ts';

/** A column that is shown, with its width in pixels. */
export interface Shown {
  readonly id: string;
  readonly width: number;
}

const NARROWEST_PX = 48;
const WIDEST_PX = 800;

/** The columns shown unless others are picked. */
export function defaultShown(columns: readonly Column[]): Shown[] {
  return columns.filter(({ isHidden }) => !isHidden).map(({ id, width }) => ({ id, width }));
}

/**
 * Reads a choice of columns out of the address: ids in their order, each with its width when that is not the usual one
 * (`keyword:320,position`). The first column is always the first. Ids that do not exist are left out.
 */
export function parseShown(columns: readonly Column[], text: string | undefined): Shown[] {
  const [first] = columns;
  if (!text || !first) return defaultShown(columns);
  const byId = new Map(columns.map((column) => [column.id, column]));
  const shown = new Map<string, Shown>([[first.id, first]]);
  for (const part of text.split(',')) {
    const [id = '', width] = part.split(':');
    const column = byId.get(id);
    if (column) shown.set(id, { id, width: clampWidth(Number(width) || column.width) });
  }
  return [...shown.values()].map(({ id, width }) => ({ id, width }));
}

/**
 * The choice as it stands in the address; undefined when it is the usual one.
 * @param usual the columns shown without a choice, when the window has no room for all of the usual ones
 */
export function formatShown(
  columns: readonly Column[],
  shown: readonly Shown[],
  usual: readonly Shown[] = defaultShown(columns),
): string | undefined {
  const widths = new Map(columns.map(({ id, width }) => [id, width]));
  const toText = (all: readonly Shown[]): string =>
    all.map(({ id, width }) => (width === widths.get(id) ? id : `${id}:${Math.round(width)}`)).join(',');
  const text = toText(shown);
  return text === toText(usual) ? undefined : text;
}

/** Shows or hides a column; a new one comes last. */
export function toggleShown(shown: readonly Shown[], column: Column): Shown[] {
  const rest = shown.filter(({ id }) => id !== column.id);
  return rest.length < shown.length ? rest : [...shown, { id: column.id, width: column.width }];
}

/** Moves a column by one place; the first column stays the first. */
export function moveShown(shown: readonly Shown[], id: string, by: -1 | 1): Shown[] {
  const from = shown.findIndex((one) => one.id === id);
  const to = from + by;
  const moved = shown[from];
  if (!moved || from < 1 || to < 1 || to >= shown.length) return [...shown];
  return shown.toSpliced(from, 1).toSpliced(to, 0, moved);
}

export function resizeShown(shown: readonly Shown[], id: string, width: number): Shown[] {
  return shown.map((one) => (one.id === id ? { id, width: clampWidth(width) } : one));
}

function clampWidth(width: number): number {
  return Math.min(WIDEST_PX, Math.max(NARROWEST_PX, Math.round(width)));
}
