import { useState } from 'react';
import { readMemory, writeMemory } from '#data/memory.ts';

const STARS = 'starred-projects';

/** The projects that a person wants to see first; this browser keeps them. */
export function useStars(): { readonly starred: ReadonlySet<string>; readonly toggle: (id: string) => void } {
  const [starred, setStarred] = useState<ReadonlySet<string>>(() => new Set(readMemory(STARS)?.split(' ')));
  const toggle = (id: string): void => {
    const next = new Set(starred);
    if (!next.delete(id)) next.add(id);
    writeMemory(STARS, next.size === 0 ? undefined : [...next].join(' '));
    setStarred(next);
  };
  return { starred, toggle };
}
