/** People who sign in to the console: what the composition root and the command line use. */
import { defineArea } from '#area/index.ts';
import { meEndpoints } from './routes/me.ts';
import { sessionEndpoints } from './routes/sessions.ts';
import { setupEndpoints } from './routes/setup.ts';
import { userEndpoints } from './routes/users.ts';
import { tables } from './tables.ts';

export { ensureOwner } from './create-owner.ts';
export { makeFindSession } from './find-session.ts';
export { makeDemoLink } from './sign-in-links.ts';

export const accounts = defineArea({
  name: 'accounts',
  summary: 'Signing in to the console: the first owner, sessions, and who one is.',
  endpoints: [...setupEndpoints, ...sessionEndpoints, ...meEndpoints, ...userEndpoints],
  tables,
  reads: ['api_keys', 'organizations', 'projects'],
});
