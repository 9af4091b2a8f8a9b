import type { KeywordIntent } from '#providers/search-data/index.ts';
import type { IntentChance } from '#providers/search-data/lists.ts';

/** Intents beside the first that are this probable count (docs/research.md, "Harvest"). */
const SECONDARY_MIN = 0.3;
/** A search that wants a certain site this probably is a search for a brand. */
const NAVIGATIONAL_MIN = 0.7;

export interface KeywordIntents {
  /** The most probable one; null: unknown. */
  readonly primary: KeywordIntent | null;
  /** Those above 0.3 beside it, most probable first. */
  readonly secondary: readonly KeywordIntent[];
  /** Whether most searchers want a certain site. */
  readonly isNavigational: boolean;
}

export function readIntents(chances: readonly IntentChance[]): KeywordIntents {
  const [first, ...others] = chances.toSorted((one, other) => other.probability - one.probability);
  return {
    primary: first?.label ?? null,
    secondary: others.filter(({ probability }) => probability > SECONDARY_MIN).map(({ label }) => label),
    isNavigational: first?.label === 'navigational' && first.probability >= NAVIGATIONAL_MIN,
  };
}
