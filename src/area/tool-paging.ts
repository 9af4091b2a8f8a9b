import { z } from 'zod';
import { toInvalidInput } from './tool-input.ts';

/** What a paged tool takes. */
export const pageFields = (limit: number, max: number) => ({
  limit: z.int().min(1).max(max).default(limit),
  cursor: z.string().max(20).optional().describe('`next_cursor` of the answer before.'),
});

const CURSOR = /^o(\d{1,7})$/u;

/** @returns the rows to leave out. @throws ToolRefusal for a cursor that no answer has */
export function toOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [, offset] = CURSOR.exec(cursor) ?? [];
  if (offset === undefined) throw toInvalidInput([{ path: 'cursor', message: 'must be `next_cursor` of an answer' }]);
  return Number(offset);
}

export function toCursor(offset: number): string {
  return `o${offset}`;
}

/** Where the rows of a paged answer stand in the whole list. The runner makes `next_cursor` of it, and does not show it. */
export interface Page {
  readonly offset: number;
  readonly total: number;
}
