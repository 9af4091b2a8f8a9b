import { useNow } from '#app/session.tsx';
import type { Reading } from '#ui/states/reading.ts';

/** How a figure of the statistics comes about: counted now, in what is stored. */
export function useCount(): (computedFrom: string) => Reading {
  const now = useNow();
  return (computedFrom) => ({ computedFrom, checkedAt: now().toISOString() });
}
