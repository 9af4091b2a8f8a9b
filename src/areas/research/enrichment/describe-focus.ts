const FOCUS_SEEDS = 3;
const LENGTH_MAX = 100;

/** What a site is about, in a few words: its most telling seeds that say different things, else its title. */
export function describeFocus(seeds: readonly string[], title: string | null): string {
  const chosen: string[] = [];
  for (const seed of seeds) {
    const isNew = chosen.every((known) => !known.includes(seed) && !seed.includes(known));
    if (isNew && chosen.length < FOCUS_SEEDS) chosen.push(seed);
  }
  return (chosen.join(', ') || title || '').slice(0, LENGTH_MAX);
}
