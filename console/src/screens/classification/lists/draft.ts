import type { Kind } from './words.ts';

/** How the kinds of a list are found: by the looks of each line, or all the same. */
export type AllAs = 'looks' | Kind;

export interface GivenItem {
  readonly value: string;
  readonly kind?: Kind;
}

/**
 * The lines of a list as the service takes them. Kinds that were chosen for single items hold, whatever stands around them.
 * @param chosen by item
 */
export function toItems(text: string, allAs: AllAs, chosen: ReadonlyMap<string, Kind>): (string | GivenItem)[] {
  const lines = text.split(/\r?\n/u);
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop();
  return lines.map((line) => {
    const kind = chosen.get(line.trim()) ?? (allAs === 'looks' ? undefined : allAs);
    return kind === undefined ? line : { value: line, kind };
  });
}
