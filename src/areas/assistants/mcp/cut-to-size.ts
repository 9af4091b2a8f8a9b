import type { AssistantTool } from '#area/assistant-tool.ts';
import { toCursor, type Page } from '#area/tool-paging.ts';

/** The longest answer, in bytes of its JSON. */
export const ANSWER_BYTES_MAX = 24_000;
/** Room for the cursor and the hint. */
const TAIL_BYTES = 250;

type Value = Readonly<Record<string, unknown>>;

/** Leaves out rows that do not fit, and says where the list goes on. */
export function cutToSize({ rows: name }: Pick<AssistantTool, 'rows'>, answer: Value): Record<string, unknown> {
  const { page, ...value } = answer as Value & { readonly page?: Page };
  if (name === undefined) return value;
  const rows = value[name] as readonly unknown[];
  const fitting = countFitting({ ...value, [name]: [] }, rows);
  const shown = { ...value, [name]: rows.slice(0, fitting) };
  const next = (page?.offset ?? 0) + fitting;
  const isCut = fitting < rows.length;
  if (page === undefined || next >= page.total) return isCut ? { ...shown, hint: toHint(rows.length - fitting) } : shown;
  return { ...shown, next_cursor: toCursor(next), ...(isCut ? { hint: toHint(rows.length - fitting) } : {}) };
}

/** How many of the rows fit beside the rest; at least one, so that a reader gets on. */
export function countFitting(rest: Value, rows: readonly unknown[]): number {
  let bytes = Buffer.byteLength(JSON.stringify(rest)) + TAIL_BYTES;
  for (const [at, row] of rows.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1;
    if (bytes > ANSWER_BYTES_MAX) return Math.max(1, at);
  }
  return rows.length;
}

function toHint(left: number): string {
  return `${left} rows of this page did not fit: read on with next_cursor, or narrow the question.`;
}
