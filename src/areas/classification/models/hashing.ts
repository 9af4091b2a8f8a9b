/** Hashes of text without allocating: FNV-1a over UTF-16 code units, mixed at the end so that low bits are even. */

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** The state before the first code unit; a namespace keeps equal texts of different origin apart. */
export function beginHash(namespace: string): number {
  let hash = OFFSET_BASIS;
  for (let at = 0; at < namespace.length; at += 1) hash = addToHash(hash, namespace.charCodeAt(at));
  return addToHash(hash, 0x1f);
}

export function addToHash(hash: number, codeUnit: number): number {
  return Math.imul(hash ^ codeUnit, PRIME);
}

/** An unsigned 32-bit number (the finalizer of MurmurHash3). */
export function endHash(state: number): number {
  let hash = state;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export function hashText(namespace: string, text: string): number {
  let hash = beginHash(namespace);
  for (let at = 0; at < text.length; at += 1) hash = addToHash(hash, text.charCodeAt(at));
  return endHash(hash);
}

/**
 * Calls `take` with the hash of each run of `sizeMin` to `sizeMax` code units of the text; the text is bounded by
 * marks, so that beginnings and ends differ from middles.
 */
export function forEachNgram(namespace: string, text: string, take: (hash: number) => void, sizes: NgramSizes = NGRAM_SIZES): void {
  const bounded = `^${text}$`;
  const start = beginHash(namespace);
  for (let from = 0; from < bounded.length; from += 1) {
    let hash = start;
    const end = Math.min(bounded.length, from + sizes.max);
    for (let at = from; at < end; at += 1) {
      hash = addToHash(hash, bounded.charCodeAt(at));
      if (at - from + 1 >= sizes.min) take(endHash(hash));
    }
  }
}

export interface NgramSizes {
  readonly min: number;
  readonly max: number;
}

const NGRAM_SIZES: NgramSizes = { min: 3, max: 5 };
