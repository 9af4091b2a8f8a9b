import type { AppEndpoint } from '#context';
import { factorEndpoints } from '../factors/routes/me.ts';
import { organizationFactorEndpoints } from '../factors/routes/organizations.ts';
import { factorSessionEndpoints } from '../factors/routes/session.ts';
import { invitationEndpoints } from '../invitations/routes.ts';
import { memberEndpoints } from '../members/routes.ts';
import { ownedDomainEndpoints } from '../oidc/routes/domains.ts';
import { signInSettingsEndpoints } from '../oidc/routes/settings.ts';
import { signInByOthersEndpoints } from '../oidc/routes/sign-in.ts';
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
  ...factorSessionEndpoints,
  ...passwordEndpoints,
  ...meEndpoints,
  ...factorEndpoints,
  ...organizationEndpoints,
  ...memberEndpoints,
  ...organizationFactorEndpoints,
  ...invitationEndpoints,
  ...memberKeyEndpoints,
  ...signInSettingsEndpoints,
  ...ownedDomainEndpoints,
  ...signInByOthersEndpoints,
  ...userEndpoints,
  ...keyEndpoints,
];
