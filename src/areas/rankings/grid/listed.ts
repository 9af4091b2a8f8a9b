/** A column whose values repeat: each value once, and for each row its index in that list. */
export interface Listed {
  readonly list: readonly string[];
  readonly indexes: readonly (number | null)[];
}

/**
 * Lists the values of columns in the order in which they appear, each once.
 * @param first values that come first in the list, whether or not they appear
 */
export function toListed(values: readonly (string | null)[], first: readonly string[] = []): Listed {
  const indexOf = new Map(first.map((value, index) => [value, index]));
  const indexes = values.map((value) => (value === null ? null : toIndex(indexOf, value)));
  return { list: [...indexOf.keys()], indexes };
}

/**
 * The same for rows with several values each, separated by commas; rows that are alike share one array.
 * @param except a value to leave out; checks of former versions have plain results among the features
 */
export function toListedSets(
  rows: readonly (string | null)[],
  except = '',
): { readonly list: readonly string[]; readonly indexes: readonly number[][] } {
  const indexOf = new Map<string, number>();
  const known = new Map<string, number[]>();
  const indexes = rows.map((text) => {
    let found = known.get(text ?? '');
    if (found === undefined) {
      found = (text ?? '').split(',').flatMap((value) => (value === '' || value === except ? [] : [toIndex(indexOf, value)]));
      known.set(text ?? '', found);
    }
    return found;
  });
  return { list: [...indexOf.keys()], indexes };
}

function toIndex(indexOf: Map<string, number>, value: string): number {
  const known = indexOf.get(value);
  if (known !== undefined) return known;
  indexOf.set(value, indexOf.size);
  return indexOf.size - 1;
}
