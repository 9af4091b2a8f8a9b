/** Where a value lies in joined bytes, counted from 1 as `substring` does. Null: there is no value. */
export interface Piece {
  readonly begin: number | null;
  readonly bytes: number | null;
}

const NOTHING: Piece = { begin: null, bytes: null };

/**
 * Many values as one parameter, beside an `unnest` that says where each lies: `substring($1 from begin for bytes)`.
 * An array of byte strings would travel as text, twice as long.
 */
export function joinBytes(values: readonly (Buffer | undefined)[]): { readonly joined: Buffer; readonly pieces: readonly Piece[] } {
  let end = 0;
  const pieces = values.map((value): Piece => {
    if (value === undefined) return NOTHING;
    const begin = end + 1;
    end += value.length;
    return { begin, bytes: value.length };
  });
  return { joined: Buffer.concat(values.filter((value) => value !== undefined)), pieces };
}
