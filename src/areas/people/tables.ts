import { KEEP, type ArchiveTables } from '#stores/archive/archive-table.ts';

export const tables: ArchiveTables = {
  relational: [
    // With hashes of passwords, which take long to guess; people sign in again after an import.
    { table: 'users', project: 'none', isNeverEmpty: true, onConflict: KEEP },
    { table: 'memberships', project: 'none', isNeverEmpty: true, onConflict: KEEP },
    // Only hashes: an archive holds no usable key, and existing keys work again after an import.
    { table: 'api_keys', project: 'none', isOptional: 'keys', isNeverEmpty: true, onConflict: KEEP },
  ],
  leftOut: {
    invitations: 'links that are good for some days, at this service',
    sessions: 'who is signed in here; after an import people sign in again',
    setup_tokens: 'the link of this service to its first owner',
    sign_in_links: 'good for ten minutes, at this service',
  },
  audited: ['users', 'memberships', 'api_keys', 'invitations'],
  unaudited: {
    sessions: 'who signs in and out is recorded as calls',
    setup_tokens: 'that it was used is recorded as a call',
    sign_in_links: 'that one was used is recorded as a call',
  },
};
