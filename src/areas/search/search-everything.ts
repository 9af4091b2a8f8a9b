import { listVisibleProjectIds } from '#areas/projects/index.ts';
import type { FoundThing, HitType } from './hit.ts';
import { KINDS } from './kinds.ts';
import { MATCHES, toMatch, toSearchQuestion, type Match, type SearchContext } from './question.ts';

export interface Hit extends FoundThing {
  readonly type: HitType;
  readonly match: Match;
}

/**
 * What the caller may see that fits a text: what it names whole or by its id, then what begins with it, then what has
 * a later word that does; equally good ones by their kind, then by name.
 * @param limit hits in all
 */
export async function searchEverything(ctx: SearchContext, typed: string, limit: number): Promise<Hit[]> {
  const question = toSearchQuestion(typed, await listVisibleProjectIds(ctx), limit);
  const found = await Promise.all(
    KINDS.map(async ({ type, find }, kindIndex) =>
      (await find(ctx, question)).map((thing) => ({ ...thing, type, kindIndex, match: toMatch(question, thing) })),
    ),
  );
  return found
    .flat()
    .toSorted(
      (one, other) =>
        MATCHES.indexOf(one.match) - MATCHES.indexOf(other.match) || one.kindIndex - other.kindIndex || compare(one.label, other.label),
    )
    .slice(0, limit)
    .map(({ kindIndex: _kindIndex, ...hit }) => hit);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
