/** Links for readers without an account: what other areas may use, and what the service serves of them. */
import { defineArea } from '#area/index.ts';
import { publicEndpoints } from './routes/public.ts';
import { shareEndpoints } from './routes/shares.ts';
import { tables } from './tables.ts';

export { findShareFrameHosts } from './opened/find-share-frame-hosts.ts';

export const shares = defineArea({
  name: 'shares',
  summary: 'Links that show a part of one project to readers without an account.',
  endpoints: [...shareEndpoints, ...publicEndpoints],
  tables,
});
