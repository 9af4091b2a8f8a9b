import { COUNTED, IN_PROJECT, MEASURED, WORK, type ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [
    { table: 'api_costs', project: IN_PROJECT },
    { table: 'cost_hours', project: IN_PROJECT },
    { table: 'project_limits', project: IN_PROJECT },
    // Caps are those of a service, and so is what is reserved in them.
    { table: 'budget_windows', project: 'none' },
    { table: 'spend_reservations', project: 'none' },
  ],
  audited: ['project_limits'],
  unaudited: {
    api_costs: MEASURED,
    cost_hours: COUNTED,
    budget_windows: COUNTED,
    spend_reservations: WORK,
  },
};
