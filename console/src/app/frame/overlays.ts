import { makeStore } from '#data/store.ts';

/** Whether the command palette lies over the page. */
export const isPaletteOpen = makeStore(false);
/** Whether the list of shortcuts does. */
export const isShortcutListOpen = makeStore(false);

export function openPalette(): void {
  isPaletteOpen.set(true);
}
