import type { AppEndpoint } from '#context';
import { factorEndpoints } from '../factors/routes/me.ts';
import { organizationFactorEndpoints } from '../factors/routes/organizations.ts';
import { factorSessionEndpoints } from '../factors/routes/session.ts';
import { ownedDomainEndpoints } from '../oidc/routes/domains.ts';
import { signInSettingsEndpoints } from '../oidc/routes/settings.ts';
import { signInByOthersEndpoints } from '../oidc/routes/sign-in.ts';

/** How people prove who they are beside a password: second factors, and identity providers of others. */
export const proofEndpoints: AppEndpoint[] = [
  ...factorSessionEndpoints,
  ...factorEndpoints,
  ...organizationFactorEndpoints,
  ...signInSettingsEndpoints,
  ...ownedDomainEndpoints,
  ...signInByOthersEndpoints,
];
