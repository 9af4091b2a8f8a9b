import { toKey, type AnalyticsTable } from '#stores/archive/analytics-rows.ts';
import { ArchiveError, type Manifest } from '#stores/archive/format.ts';
import { readArchive } from '#stores/archive/read-archive.ts';
import { findImport, noteArrived } from './import-relational.ts';
import type { OpenStores } from './open-stores.ts';

/**
 * Puts the rows of ClickHouse in place, batch after batch, each under a token: one that had arrived
 * when an import broke off is not written twice.
 */
export async function importAnalytics({ postgres, clickhouse, contents }: OpenStores, file: string, manifest: Manifest): Promise<void> {
  const state = await findImport(postgres, manifest.id);
  if (state === undefined) throw new ArchiveError('The import was begun elsewhere and has ended there.');
  for await (const part of readArchive(file)) {
    if (part.kind !== 'rows' || part.section.store !== 'clickhouse') continue;
    const { table: name } = part.section;
    const table = contents.analytics.find((one) => one.table === name);
    if (table === undefined) throw new ArchiveError(`The archive holds a table ${name} of ClickHouse that this release does not know.`);
    if (part.number < (state.arrived[name] ?? 0)) continue;
    const lines = withoutKnown(table, part.lines, state.known[name]);
    if (lines.length > 0) await clickhouse.insertLines(name, lines.join('\n'), `import:${manifest.id}:${name}:${part.number}`);
    await noteArrived(postgres, manifest.id, { table: name, batches: part.number + 1 });
  }
}

function withoutKnown(
  { identity = [] }: AnalyticsTable,
  lines: readonly string[],
  known: readonly string[] | undefined,
): readonly string[] {
  if (known === undefined || known.length === 0) return lines;
  const keys = new Set(known);
  return lines.filter((line) => !keys.has(toKey(identity, JSON.parse(line) as Record<string, unknown>)));
}
