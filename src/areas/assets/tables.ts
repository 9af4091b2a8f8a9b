import { IN_PROJECT, type ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  // Onboarding a domain for a project makes it a website of the project, in one transaction.
  relational: [{ table: 'assets', writers: ['domains'], project: IN_PROJECT, numbersOf: { domain_id: 'domains' } }],
  audited: ['assets'],
};
