import type { PointValue } from '../formats/format.ts';
import type { Mapping } from './mapping.ts';

/** Numbers that programs write for "not found", and people for places. They need a word of the user when they are frequent. */
const SUSPECTS: ReadonlySet<string> = new Set(['0', '100', '101', '200', '501', '999', '1000', '32767']);
const POSITION = /^\d{1,4}$/u;
const POSITION_MAX = 1_000;
/** A suspect is frequent from this share of all cells on. */
const FREQUENT_SHARE = 0.01;
const EXAMPLES_MAX = 3;
const TOKENS_MAX = 200;
const TOKEN_LENGTH_MAX = 100;

/** A text that stands where a position is expected, and is none. */
export interface Token {
  readonly token: string;
  readonly count: number;
  /** Rows in which it stands. */
  readonly rows: readonly number[];
}

/**
 * Meaning of a cell: a place, what the user said, or undefined while that is open.
 * Empty is "not measured"; nothing else is chosen without the user.
 */
export function resolveValue(value: PointValue, { meanings = {} }: Mapping): Exclude<PointValue, { outcome: 'cell' }> | undefined {
  if (value.outcome !== 'cell') return value;
  const cell = value.cell.trim();
  const meaning = Object.hasOwn(meanings, cell) ? meanings[cell] : undefined;
  if (meaning?.outcome === 'not_found') return { outcome: 'not_found', depth: meaning.depth ?? value.depth ?? null };
  if (meaning !== undefined) return meaning;
  if (cell === '') return { outcome: 'unknown' };
  const position = POSITION.test(cell) ? Number(cell) : 0;
  return position >= 1 && position <= POSITION_MAX ? { outcome: 'ranked', position } : undefined;
}

/** A number with decimals is no place and no token: its row is refused. */
export function isDecimal(cell: string): boolean {
  return /^\d+[.,]\d+$/u.test(cell.trim());
}

/** Counts the texts that need a meaning. */
export function makeTokenCounter(): { see(value: PointValue, row: number): void; list(): Token[]; isCut(): boolean } {
  const tokens = new Map<string, { count: number; rows: number[] }>();
  let cells = 0;
  let isCut = false;
  return {
    see: (value, row) => {
      if (value.outcome !== 'cell') return;
      cells += 1;
      const token = value.cell.trim().slice(0, TOKEN_LENGTH_MAX);
      if (token === '' || (isPlace(token) && !SUSPECTS.has(token)) || isDecimal(token)) return;
      const seen = tokens.get(token) ?? { count: 0, rows: [] };
      if (seen.count === 0 && tokens.size >= TOKENS_MAX) {
        isCut = true;
        return;
      }
      tokens.set(token, { count: seen.count + 1, rows: seen.rows.length < EXAMPLES_MAX ? [...seen.rows, row] : seen.rows });
    },
    list: () =>
      [...tokens]
        .filter(([token, { count }]) => !isPlace(token) || count >= Math.max(2, cells * FREQUENT_SHARE))
        .map(([token, seen]) => ({ token, ...seen }))
        .toSorted((a, b) => b.count - a.count || (a.token < b.token ? -1 : 1)),
    isCut: () => isCut,
  };
}

/** Tokens that the user has not yet given a meaning. */
export function listOpenTokens(tokens: readonly Token[], { meanings = {} }: Mapping): Token[] {
  return tokens.filter(({ token }) => !Object.hasOwn(meanings, token));
}

function isPlace(token: string): boolean {
  return POSITION.test(token) && Number(token) >= 1 && Number(token) <= POSITION_MAX;
}
