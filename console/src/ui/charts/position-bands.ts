import type { Project } from '#client';

/** What a byte of a matrix of positions says; 1 to 253 are positions, and 253 also deeper ones. */
export const NOT_FOUND = 0;
export const FAILED = 254;
export const NOT_MEASURED = 255;

/** Positions that readers think of together, best first. */
export const RANKED_BANDS = [
  { id: 'top3', label: '1–3', from: 1, to: 3 },
  { id: 'top10', label: '4–10', from: 4, to: 10 },
  { id: 'top20', label: '11–20', from: 11, to: 20 },
  { id: 'top50', label: '21–50', from: 21, to: 50 },
  { id: 'below', label: '51+', from: 51, to: 253 },
] as const;

/** What a check can come to, as blocks, colours and filters name it. */
export const BANDS = [
  ...RANKED_BANDS,
  { id: 'not_found', label: 'Not found' },
  { id: 'failed', label: 'Failed' },
  { id: 'pending', label: 'Not checked' },
] as const;

export type BandId = (typeof BANDS)[number]['id'];

export function toRankedBand(position: number): BandId {
  return RANKED_BANDS.find(({ to }) => position <= to)?.id ?? 'below';
}

/** The band of a byte of a matrix. */
export function toBand(byte: number): BandId {
  if (byte === NOT_FOUND) return 'not_found';
  if (byte === FAILED) return 'failed';
  return byte === NOT_MEASURED ? 'pending' : toRankedBand(byte);
}

/** A byte as a position; null unless the keyword ranked. */
export function toPosition(byte: number | undefined): number | null {
  return byte === undefined || byte === NOT_FOUND || byte >= FAILED ? null : byte;
}

/** A byte in words. */
export function describeByte(byte: number | undefined): string {
  if (byte === undefined || byte === NOT_MEASURED) return 'not checked';
  if (byte === NOT_FOUND) return 'not found';
  return byte === FAILED ? 'check failed' : `position ${byte}`;
}

/** Bytes that an answer carries as base64. */
export function decodeBytes(base64: string): Uint8Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = text.codePointAt(at) ?? 0;
  return bytes;
}

/** What places of a project are counted among, in sums, moves and filters. */
export type PositionScale = Project['position_scale'];

/** A place in both scales. */
export interface Places {
  readonly position: number | null;
  readonly rank_absolute: number | null;
}

/** The place in the scale. */
export function toScaled({ position, rank_absolute: absolute }: Places, scale: PositionScale): number | null {
  return scale === 'organic' ? position : absolute;
}
