import type { Config } from '#config';
import { formatPlural } from '#kernel/text.ts';
import { callService, findKey, RefusedError } from '../remote/call-service.ts';
import { absent, ok, warning, type Finding } from './finding.ts';
import { readHealth } from './machine.ts';

const SUBJECT = 'search console';
const LIMIT = 200;

interface Connected {
  readonly account_name: string;
  readonly organization_id: string;
  readonly cause: string | null;
  readonly next_step: string | null;
}

/** Whether Google answers the accounts that are connected, as their last call said. */
export async function checkSearchConsole(config: Config): Promise<Finding[]> {
  if ((await readHealth(new URL(config.serviceUrl).origin)) === undefined) return [notSeen('the service does not answer')];
  try {
    const address = { url: config.serviceUrl, key: await findKey(config) };
    const answer = await callService({ method: 'GET', path: `/api/search-console/connections?limit=${LIMIT}` }, address);
    return describe((answer as { readonly connections: readonly Connected[] }).connections);
  } catch (error) {
    return [notSeen(error instanceof RefusedError ? 'the service refuses the admin key' : 'the admin key cannot be read')];
  }
}

function notSeen(reason: string): Finding {
  return absent(SUBJECT, `connections were not looked at: ${reason}`);
}

function describe(connections: readonly Connected[]): Finding[] {
  if (connections.length === 0) return [absent(SUBJECT, 'no account is connected')];
  const troubled = connections.filter(({ cause }) => cause !== null);
  if (troubled.length === 0) return [ok(SUBJECT, `Google answers ${formatPlural(connections.length, 'account')}`)];
  return troubled.map(({ account_name: name, organization_id: organization, cause, next_step: step }) =>
    warning(SUBJECT, `${name} of ${organization}: ${cause}`, step ?? 'Test the connection.'),
  );
}
