import { KEEP, type ArchiveTables } from '#stores/archive/archive-table.ts';

/** A person who was here before the import, under the same address, keeps their own. */
const OF_PEOPLE_HERE = `where t.user_id in (select id from users) ${KEEP}`;

export const tables: ArchiveTables = {
  relational: [
    // With hashes of passwords, which take long to guess; people sign in again after an import.
    { table: 'users', project: 'none', isNeverEmpty: true, onConflict: KEEP },
    { table: 'memberships', project: 'none', isNeverEmpty: true, onConflict: KEEP },
    // Secrets of apps lie in `secrets`: without them an app of a person gives no code that is right, and recovery codes still do.
    { table: 'totp_factors', project: 'none', isNeverEmpty: true, onConflict: OF_PEOPLE_HERE },
    { table: 'recovery_codes', project: 'none', isNeverEmpty: true, onConflict: OF_PEOPLE_HERE },
    { table: 'passkeys', project: 'none', isNeverEmpty: true, onConflict: OF_PEOPLE_HERE },
    // Only hashes: an archive holds no usable key, and existing keys work again after an import.
    { table: 'api_keys', project: 'none', isOptional: 'keys', isNeverEmpty: true, onConflict: KEEP },
    // Without its secret, which comes with a passphrase, a provider says that it is missing.
    { table: 'sign_in_providers', project: 'none', onConflict: KEEP },
    { table: 'identities', project: 'none', onConflict: KEEP },
    { table: 'domains_proved', project: 'none', onConflict: KEEP },
  ],
  leftOut: {
    passkey_challenges: 'good once and for five minutes, at this service',
    pending_sign_ins: 'good for five minutes, at this service',
    password_resets: 'good for half an hour, at this service',
    invitations: 'links that are good for some days, at this service',
    sessions: 'who is signed in here; after an import people sign in again',
    setup_tokens: 'the link of this service to its first owner',
    sign_in_flows: 'good for ten minutes and one browser, at this service',
    sign_in_links: 'good for ten minutes, at this service',
  },
  audited: ['users', 'memberships', 'api_keys', 'invitations', 'sign_in_providers', 'identities', 'domains_proved'],
  unaudited: {
    totp_factors: 'the calls that change it are in the audit log; its rows also note which code was taken',
    recovery_codes: 'hashes of codes; the calls that make and use them are in the audit log',
    passkeys: 'the calls that change it are in the audit log; its rows also note each use',
    passkey_challenges: 'good once and for five minutes',
    pending_sign_ins: 'sign-ins that wait for a factor; both steps are in the audit log',
    password_resets: 'links that are good for half an hour; their use is in the audit log',
    sessions: 'who signs in and out is recorded as calls',
    setup_tokens: 'that it was used is recorded as a call',
    sign_in_flows: 'good for ten minutes; how each ended is in the audit log',
    sign_in_links: 'that one was used is recorded as a call',
  },
};
