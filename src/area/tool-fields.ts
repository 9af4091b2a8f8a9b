import { z } from 'zod';

/** The longest piece of foreign text in an answer, in characters. */
const QUOTED_MAX = 160;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu;

/** Text that others wrote, such as titles and notes: without what does not show, and cut. */
export function toQuoted(text: string | null | undefined, max = QUOTED_MAX): string | null {
  if (text === null || text === undefined) return null;
  const shown = text.normalize('NFC').replaceAll(INVISIBLE, ' ').replaceAll(/\s+/gu, ' ').trim();
  return shown.length > max ? `${shown.slice(0, max - 1)}…` : shown;
}

export const projectField = () => z.string().min(1).max(200).describe('Id of the project, from `list_projects`.');
export const dayField = () => z.iso.date();

/** As text of a query; what is not given is left out. */
export function toQuery(
  values: Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, [value].flat().join(',')]])),
  );
}

/** The fields of a row by name; null for what it lacks. */
export function pick(row: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}

/** Whatever number or null, and nothing where the caller is not shown it. */
export const figure = () => z.number().nullable().optional();
export const word = () => z.string().nullable().optional();

/** A check in words, so that no number stands without its outcome. */
export function toOutcome(
  status: string | null | undefined,
  { position, depth, error }: { readonly position?: number | null; readonly depth?: number | null; readonly error?: string | null },
): string {
  if (status === 'ranked') return `ranked ${position ?? '?'}`;
  if (status === 'not_found') return depth === null || depth === undefined ? 'not_found' : `not_found to ${depth}`;
  if (status === 'failed') return error ? `failed: ${error}` : 'failed';
  return status ?? 'unknown';
}
