import { decodeArtefact } from './artefact.ts';

/** Words by their rank, most frequent first, each with a vector of 8-bit numbers and one scale. */
export interface WordTable {
  readonly dimensions: number;
  readonly size: number;
  readonly ranks: ReadonlyMap<string, number>;
  /** Row `rank` begins at `rank * dimensions`. */
  readonly vectors: Int8Array;
  readonly scales: Float32Array;
}

export interface WordTableHeader {
  readonly dimensions: number;
}

/** @throws Error when the bytes are not a table of words */
export function readWordTable(bytes: Uint8Array): WordTable {
  const { header, sections } = decodeArtefact<WordTableHeader>(bytes);
  const { text, vectors, scales } = sections;
  if (!(text instanceof Uint8Array) || !(vectors instanceof Int8Array) || !(scales instanceof Float32Array)) {
    throw new Error('Not a table of words.');
  }
  const words = new TextDecoder().decode(text).split('\n');
  const ranks = new Map<string, number>();
  for (let rank = 0; rank < words.length; rank += 1) ranks.set(words[rank] ?? '', rank);
  return { dimensions: header.dimensions, size: words.length, ranks, vectors, scales };
}
