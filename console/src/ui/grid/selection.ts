/** Keys of selected rows, and the row where a range begins. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly anchor: string | undefined;
}

export const NOTHING: Selection = { keys: new Set(), anchor: undefined };

/** Selects a row, or takes it out. */
export function toggleRow({ keys }: Selection, key: string): Selection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: key };
}

/** Selects everything from the row of the last choice to this one, both included; `visible` are keys as they are shown. */
export function extendTo(selection: Selection, key: string, visible: readonly string[]): Selection {
  const from = selection.anchor === undefined ? -1 : visible.indexOf(selection.anchor);
  const to = visible.indexOf(key);
  if (from < 0 || to < 0) return toggleRow(selection, key);
  const range = visible.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { keys: new Set([...selection.keys, ...range]), anchor: selection.anchor };
}

/** Selects all that match, or nothing when all of them are selected. */
export function toggleAll({ keys }: Selection, visible: readonly string[]): Selection {
  const areAll = visible.length > 0 && visible.every((key) => keys.has(key));
  return areAll ? NOTHING : { keys: new Set(visible), anchor: undefined };
}

/** The selected rows that are shown, in the order they are shown: no action reaches a row that a filter hides. */
export function listSelected({ keys }: Selection, visible: readonly string[]): string[] {
  return keys.size === 0 ? [] : visible.filter((key) => keys.has(key));
}
