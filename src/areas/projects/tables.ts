import { COUNTED, MEASURED, type ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [
    {
      table: 'organizations',
      project: 't.id = (select organization_id from projects where id = $1)',
      isShared: true,
      // Their members, names and ends.
      writers: ['people'],
    },
    { table: 'projects', project: 't.id = $1' },
  ],
  leftOut: {
    locations: "the provider's list of places, which is read again",
    location_tails: 'made of the list of places',
  },
  audited: ['organizations', 'projects'],
  unaudited: {
    locations: MEASURED,
    location_tails: COUNTED,
  },
};
