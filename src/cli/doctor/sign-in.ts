import type { Config } from '#config';
import { formatPlural } from '#kernel/text.ts';
import { callService, findKey, RefusedError } from '../remote/call-service.ts';
import { absent, ok, wrong, type Finding } from './finding.ts';
import { readHealth } from './machine.ts';

const SUBJECT = 'sign-in';

interface Checked {
  readonly organization_id: string | null;
  readonly issuer: string;
  readonly problems: readonly string[];
}

/** Whether the identity providers that are switched on answer as ones, as the running service reads them. */
export async function checkSignIn(config: Config): Promise<Finding[]> {
  if ((await readHealth(new URL(config.serviceUrl).origin)) === undefined) return [notSeen('the service does not answer')];
  try {
    const address = { url: config.serviceUrl, key: await findKey(config) };
    const answer = await callService({ method: 'POST', path: '/api/admin/sign-in/check' }, address);
    return describe((answer as { readonly providers: readonly Checked[] }).providers);
  } catch (error) {
    return [notSeen(error instanceof RefusedError ? 'the service refuses the admin key' : 'the admin key cannot be read')];
  }
}

function notSeen(reason: string): Finding {
  return absent(SUBJECT, `identity providers were not looked at: ${reason}`);
}

function describe(providers: readonly Checked[]): Finding[] {
  if (providers.length === 0) return [absent(SUBJECT, 'no identity provider is switched on')];
  const broken = providers.filter(({ problems }) => problems.length > 0);
  if (broken.length === 0) return [ok(SUBJECT, `${formatPlural(providers.length, 'identity provider')} can be read`)];
  return broken.map(({ organization_id: organization, issuer, problems }) =>
    wrong(
      SUBJECT,
      `${issuer} (${organization ?? 'the whole service'}): ${problems.join('; ')}`,
      'Compare issuer and client with what the provider shows, and test it in the sign-in settings.',
    ),
  );
}
