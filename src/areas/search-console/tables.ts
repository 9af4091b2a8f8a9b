import { MEASURED, SHORT_LIVED, WORK, type ArchiveTables } from '#stores/archive/archive-table.ts';

/** What was read belongs to a property, which several projects may read: an archive of one project has none of it. */
export const tables: ArchiveTables = {
  relational: [
    // Without its secret, which comes with a passphrase, a connection says that it is missing.
    { table: 'search_console_connections', project: 'none' },
    { table: 'search_console_properties', project: 'none' },
    { table: 'search_console_bindings', project: 'none' },
    { table: 'search_console_days', project: 'none' },
    { table: 'search_console_inspections', project: 'none' },
  ],
  analytics: [
    { table: 'gsc_totals', owner: 'none' },
    { table: 'gsc_queries', owner: 'none' },
    { table: 'gsc_pages', owner: 'none' },
  ],
  leftOut: {
    search_console_flows: 'sign-ins at Google under way, which last for ten minutes',
    search_console_syncs: 'how the reading goes, which begins again by itself',
    search_console_faults: 'what was said of faults, which is said again where they are not over',
  },
  audited: ['search_console_connections', 'search_console_bindings'],
  unaudited: {
    search_console_flows: SHORT_LIVED,
    search_console_properties: MEASURED,
    search_console_days: MEASURED,
    search_console_syncs: WORK,
    search_console_faults: WORK,
    search_console_inspections: MEASURED,
  },
};
