/** A column whose values repeat: each value once, and for each row its place in that list. */
export interface Listed {
  readonly list: readonly string[];
  readonly places: readonly (number | null)[];
}

/**
 * Lists the values of columns in the order in which they appear, each once.
 * @param first values that come first in the list, whether or not they appear
 */
export function toListed(values: readonly (string | null)[], first: readonly string[] = []): Listed {
  const placeOf = new Map(first.map((value, place) => [value, place]));
  const places = values.map((value) => (value === null ? null : toPlace(placeOf, value)));
  return { list: [...placeOf.keys()], places };
}

/**
 * The same for rows with several values each, separated by commas; rows that are alike share one array.
 * @param except a value to leave out; checks of former versions have plain results among the features
 */
export function toListedSets(
  rows: readonly (string | null)[],
  except = '',
): { readonly list: readonly string[]; readonly places: readonly number[][] } {
  const placeOf = new Map<string, number>();
  const known = new Map<string, number[]>();
  const places = rows.map((text) => {
    let found = known.get(text ?? '');
    if (found === undefined) {
      found = (text ?? '').split(',').flatMap((value) => (value === '' || value === except ? [] : [toPlace(placeOf, value)]));
      known.set(text ?? '', found);
    }
    return found;
  });
  return { list: [...placeOf.keys()], places };
}

function toPlace(placeOf: Map<string, number>, value: string): number {
  const known = placeOf.get(value);
  if (known !== undefined) return known;
  placeOf.set(value, placeOf.size);
  return placeOf.size - 1;
}
