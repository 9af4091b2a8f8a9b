import { conflict, invalid } from '#kernel/errors.ts';
import { getImport } from '../get-import.ts';
import type { Import } from '../import.ts';
import { lockImport, updateImport } from '../store/imports.ts';
import type { Mapping } from '../values/mapping.ts';
import { assertOpen, type ImportContext } from './detect-import.ts';

/**
 * Says how the file is read; what was said before is gone.
 * @throws AppError `Import not found`; 400 for a time zone or columns that are not there; 409 before its kind is known, and after commit
 */
export async function mapImport(ctx: ImportContext, importId: string, mapping: Mapping): Promise<Import> {
  const record = await getImport(ctx, importId);
  if (record.status === 'uploading') throw conflict('Kind is not known', 'What the file is must be found out first: POST /detect.');
  assertOpen(record);
  const problems = findProblems(record, mapping);
  if (problems.length > 0) throw invalid(problems);
  return await ctx.postgres.transaction(async (tx) => {
    const current = await lockImport(tx, importId);
    if (current === undefined) throw conflict('Import is gone', 'The import was deleted meanwhile.');
    assertOpen(current);
    const changed = { ...current, mapping, preview: null, status: 'mapped' as const, updatedAt: ctx.clock.now() };
    await updateImport(tx, changed);
    return changed;
  });
}

function findProblems({ detection }: Import, { columns = {}, time_zone: timeZone }: Mapping): { path: string; message: string }[] {
  const there = detection?.columns;
  const problems = Object.entries(columns)
    .filter(([, name]) => there !== undefined && !there.includes(name))
    .map(([role, name]) => ({ path: `columns.${role}`, message: `is no column of the file: "${name.slice(0, 60)}"` }));
  return timeZone === undefined || isTimeZone(timeZone) ? problems : [...problems, { path: 'time_zone', message: 'is no time zone' }];
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
