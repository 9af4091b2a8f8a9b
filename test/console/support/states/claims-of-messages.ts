import type { Claim } from './claims.ts';

/** What rules said, and where messages go. */
export const OF_MESSAGES: readonly Claim[] = [
  { on: ['digests'], says: /^There is no digest yet\.$/u, isSo: ({ digests }) => digests.pagination.total === 0 },
  { on: ['digests'], says: /^No digests yet$/u, isSo: ({ digests }) => digests.pagination.total === 0 },
  { on: ['channels'], says: /^No channels yet$/u, isSo: ({ channels }) => channels.pagination.total === 0 },
  { on: ['alerts'], says: /^No rules yet$/u, isSo: ({ rules }) => rules.pagination.total === 0 },
];
