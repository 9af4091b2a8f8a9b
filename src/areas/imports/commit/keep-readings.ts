import type { Reading } from '../formats/format.ts';
import type { ImportNote } from '../store/notes.ts';
import { makeKeywordResolver, type ResolvedKeyword } from '../values/resolve-keyword.ts';
import { makePointResolver, resolvePage, type ResolvedPage, type ResolvedPoint, type ResolveWorld } from '../values/resolve-point.ts';

const POINTS_A_BATCH = 10_000;
/** A page of a hundred addresses is about as large as a hundred points. */
const POINTS_A_PAGE = 100;
/** Notes of one import. */
export const NOTES_MAX = 1_000;

export interface Batch {
  readonly points: readonly ResolvedPoint[];
  /** Result pages that the other program kept. */
  readonly pages: readonly ResolvedPage[];
  /** Keywords of which the file says more than their days, each once in the file. */
  readonly keywords: readonly ResolvedKeyword[];
  readonly notes: readonly ImportNote[];
  readonly isLast: boolean;
}

/** Takes what is kept of a file batch by batch, the same ones whenever it is read. */
export interface Keeper {
  take(): Promise<Batch>;
  close(): Promise<void>;
}

interface Filling {
  readonly points: ResolvedPoint[];
  readonly pages: ResolvedPage[];
  readonly keywords: ResolvedKeyword[];
  readonly notes: ImportNote[];
}

export function makeKeeper(readings: AsyncIterable<readonly Reading[]>, world: ResolveWorld): Keeper {
  const pieces = readings[Symbol.asyncIterator]();
  const keep = makeKeep(world);
  let piece: readonly Reading[] = [];
  let at = 0;
  return {
    take: async () => {
      const batch: Filling = { points: [], pages: [], keywords: [], notes: [] };
      for (;;) {
        for (; at < piece.length && !isFull(batch); at += 1) keep(piece[at] as Reading, batch);
        if (at < piece.length) return { ...batch, isLast: false };
        const next = await pieces.next();
        if (next.done === true) return { ...batch, isLast: true };
        piece = next.value;
        at = 0;
      }
    },
    close: async () => void (await pieces.return?.()),
  };
}

function isFull({ points, pages, keywords, notes }: Filling): boolean {
  return points.length + keywords.length + notes.length + pages.length * POINTS_A_PAGE >= POINTS_A_BATCH;
}

function makeKeep(world: ResolveWorld): (reading: Reading, to: Filling) => void {
  const resolvePoint = makePointResolver(world);
  const resolveKeyword = makeKeywordResolver(world);
  return (reading, { points, pages, keywords, notes }) => {
    if (reading.kind === 'point') {
      const resolved = resolvePoint(reading);
      if ('point' in resolved) points.push(resolved.point);
    } else if (reading.kind === 'page') {
      const page = resolvePage(reading, world);
      if (page !== undefined) pages.push(page);
    } else if (reading.kind === 'keyword') {
      const keyword = resolveKeyword(reading);
      if (keyword !== undefined) keywords.push(keyword);
    } else if (reading.kind === 'note' && reading.row <= NOTES_MAX) {
      const { row: number, day, text } = reading;
      notes.push({ number, day, text });
    }
  };
}
