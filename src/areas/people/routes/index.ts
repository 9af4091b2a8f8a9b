import type { AppEndpoint } from '#context';
import { proofEndpoints } from './proof.ts';
import { invitationEndpoints } from '../invitations/routes.ts';
import { memberEndpoints } from '../members/routes.ts';
import { organizationEndpoints } from '../organizations/routes.ts';
import { passwordEndpoints } from '../password/routes.ts';
import { keyEndpoints } from './keys.ts';
import { meEndpoints } from './me.ts';
import { memberKeyEndpoints } from './member-keys.ts';
import { sessionEndpoints } from './sessions.ts';
import { setupEndpoints } from './setup.ts';
import { userEndpoints } from './users.ts';

export const endpoints: AppEndpoint[] = [
  ...setupEndpoints,
  ...sessionEndpoints,
  ...passwordEndpoints,
  ...meEndpoints,
  ...organizationEndpoints,
  ...memberEndpoints,
  ...invitationEndpoints,
  ...memberKeyEndpoints,
  ...proofEndpoints,
  ...userEndpoints,
  ...keyEndpoints,
];
