/** The sum of the products of a vector and of as many values of another one, from an index on: of vectors of length 1 their cosine. */
export function dot(one: Float32Array, other: Float32Array, from = 0): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[from + at] ?? 0);
  return sum;
}
