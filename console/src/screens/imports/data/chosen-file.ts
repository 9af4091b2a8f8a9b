const chosen = new Map<string, File>();

/** Keeps the file that an import was begun with, for the screen that sends it. */
export function keepFile(importId: string, file: File): void {
  chosen.set(importId, file);
}

/** The file of an import, once; undefined when it was begun elsewhere, or before the page was loaded. */
export function takeFile(importId: string): File | undefined {
  const file = chosen.get(importId);
  chosen.delete(importId);
  return file;
}
