import type { SearchPosition } from './search.ts';

/** The newest answer to a term that is tracked for the app. */
export interface ReadTerm {
  readonly keyword: string;
  readonly languageCode: string;
  readonly positions: readonly SearchPosition[];
}

/** A term that both stand in. */
export interface SharedTerm {
  readonly keyword: string;
  readonly languageCode: string;
  readonly position: number;
  /** Position of the app itself; null: not among those that were read. */
  readonly ownPosition: number | null;
}

/** Another app that stands in the searches that an app is tracked in. */
export interface Competitor {
  readonly appId: string;
  /** The best position of the other app first. */
  readonly terms: readonly SharedTerm[];
  /** Share of the terms that were read, 0 to 1. */
  readonly share: number;
  readonly averagePosition: number;
  readonly bestPosition: number;
  /** Terms in which it stands before the app, or the app does not stand at all. */
  readonly ahead: number;
  readonly behind: number;
}

/**
 * Apps that stand among the first `within` of the same searches: those of most terms first, then those with the
 * better positions.
 */
export function findCompetitors(appId: string, terms: readonly ReadTerm[], within: number): Competitor[] {
  const found = new Map<string, SharedTerm[]>();
  for (const { keyword, languageCode, positions } of terms) {
    const ownPosition = positions.find((position) => position.appId === appId)?.rank ?? null;
    for (const position of positions) {
      if (position.rank > within || position.appId === appId) continue;
      const shared = found.get(position.appId) ?? [];
      shared.push({ keyword, languageCode, position: position.rank, ownPosition });
      found.set(position.appId, shared);
    }
  }
  return [...found]
    .map(([otherId, shared]) => describe(otherId, shared, terms.length))
    .toSorted((one, other) => other.share - one.share || one.averagePosition - other.averagePosition || compare(one.appId, other.appId));
}

function describe(appId: string, shared: readonly SharedTerm[], termsRead: number): Competitor {
  const terms = shared.toSorted((one, other) => one.position - other.position || compare(one.keyword, other.keyword));
  const positions = terms.map(({ position }) => position);
  const ahead = terms.filter(({ position, ownPosition }) => ownPosition === null || position < ownPosition).length;
  return {
    appId,
    terms,
    share: terms.length / termsRead,
    averagePosition: positions.reduce((sum, position) => sum + position, 0) / positions.length,
    bestPosition: Math.min(...positions),
    ahead,
    behind: terms.length - ahead,
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
