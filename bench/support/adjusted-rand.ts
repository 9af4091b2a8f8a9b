/**
 * How far two ways to put the same things into groups agree: 1 the same, about 0 by chance (Hubert and Arabie). One
 * of each in its own group, or all in one, twice, agree.
 * @param one the group of each thing
 * @param other in the same order
 */
export function measureAdjustedRand(one: readonly string[], other: readonly string[]): number {
  const both = sumPairs(one.map((group, at) => JSON.stringify([group, other[at]])));
  const [ofOne, ofOther] = [sumPairs(one), sumPairs(other)];
  const expected = (ofOne * ofOther) / countPairs(one.length);
  const most = (ofOne + ofOther) / 2;
  return most === expected ? 1 : (both - expected) / (most - expected);
}

/** Pairs of things in the same group. */
function sumPairs(groups: readonly string[]): number {
  return [...Map.groupBy(groups, (group) => group).values()].reduce((sum, { length }) => sum + countPairs(length), 0);
}

function countPairs(count: number): number {
  return (count * (count - 1)) / 2;
}
