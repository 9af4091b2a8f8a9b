import type { Import, ImportPreview } from '#client';
import { formatCount, formatPlural } from '#data/format.ts';
import { toImportKind } from '#data/names.ts';

/** Words for the states of an import. */
export const STATUS_WORDS: Readonly<Record<Import['status'], string>> = {
  uploading: 'uploading',
  detected: 'to be mapped',
  mapped: 'to be written',
  committing: 'being written',
  committed: 'written',
  failed: 'failed',
  undone: 'undone',
};

export type Question = 'columns' | 'date_order' | 'time_zone' | 'language_code' | 'location_code' | 'device' | 'domain' | 'depth' | 'day';

export function sayImports(imports: readonly Import[], total: number): string {
  if (total === 0) return 'Bring what another tracker has measured.';
  const shown = imports.filter(({ status }) => status === 'committed').length;
  return `${formatPlural(total, 'import')}, ${shown} of the newest ${imports.length} with points that are shown.`;
}

export function sayImport({ kind, status, points, error }: Import): string {
  if (status === 'committed') return `${formatPlural(points, 'point')} of ${toImportKind(kind)} stand in a layer of their own.`;
  if (status === 'undone') return 'It is undone: none of its points is shown.';
  if (status === 'failed') return `It failed: ${error ?? 'no reason was recorded'}.`;
  if (status === 'committing') return `${formatPlural(points, 'point')} are written so far.`;
  return 'Nothing of it is shown before it is written.';
}

/** A sentence of what would become of a file. */
export function sayPreview({ points, keywords, first_day: first, last_day: last, days }: ImportPreview): string {
  const all = points.ranked + points.not_found + points.unknown;
  const named = keywords.new + keywords.known;
  if (all === 0 && named > 0) return `No points, and ${formatPlural(named, 'keyword')} that can be tracked.`;
  if (all === 0) return 'No point of the file can be taken.';
  return `${formatPlural(all, 'point')} of ${formatPlural(named, 'keyword')} on ${formatPlural(days, 'day')}, from ${first ?? ''} to ${last ?? ''}.`;
}

/** Size of a file, in words. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${formatCount(bytes)} bytes`;
  return bytes < 1_000_000 ? `${formatCount(Math.round(bytes / 1_000))} kB` : `${formatCount(Math.round(bytes / 1_000_000))} MB`;
}
