import { useState } from 'react';
import { readMemory, writeMemory } from '#data/memory.ts';
import { isDay, type Day } from '#data/days.ts';

/** The day on which this browser showed the project before today, if it did. */
export function useLastVisit(projectId: string, today: Day): Day | undefined {
  const [seen] = useState(() => {
    const name = `seen.${projectId}`;
    const [before = '', last = ''] = readMemory(name)?.split(' ') ?? [];
    const isNewDay = last !== today;
    if (isNewDay) writeMemory(name, `${last} ${today}`);
    return isNewDay ? last : before;
  });
  return isDay(seen) && seen < today ? seen : undefined;
}
