import { toDay } from '#kernel/clock.ts';
import type { Export, ExportRun } from '../export.ts';

const NAME_LENGTH_MAX = 60;
const ID_SIGNS = 6;

/** The same for every try of a run, and another one for every run of an export. @example acme-rankings-2026-11-26-r4t7yb.csv */
export function toFileName(
  { name, format }: Pick<Export, 'name' | 'format'>,
  { id, createdAt }: Pick<ExportRun, 'id' | 'createdAt'>,
): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
    .slice(0, NAME_LENGTH_MAX);
  return `${words === '' ? 'export' : words}-${toDay(createdAt)}-${id.slice(-ID_SIGNS)}.${format}`;
}
