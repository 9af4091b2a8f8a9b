import type { AppContext } from '#context';
import type { Credentials, ServiceAccount } from '#providers/search-console/index.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import type { Connection } from './connection.ts';

/** As which the proofs of connections lie in the secret store. */
const SECRET = 'search_console';

type Secrets = Pick<AppContext, 'secrets'>;

/** Seals what proves that we may read. @returns the id to keep */
export async function sealCredentials(
  { secrets }: Secrets,
  tx: Transaction,
  { organizationId, credentials }: { readonly organizationId: string; readonly credentials: Credentials },
): Promise<string> {
  return await secrets.put(tx, { kind: SECRET, organizationId, text: toText(credentials) });
}

/** @throws SecretError when it is missing, as after an import without secrets */
export async function openCredentials(
  { secrets }: Secrets,
  sql: Sql,
  { kind, secretId, endsAt }: Pick<Connection, 'kind' | 'secretId' | 'endsAt'>,
): Promise<Credentials> {
  const text = await secrets.open(sql, secretId, SECRET);
  if (kind === 'oauth') return { kind, refreshToken: text, endsAt: endsAt ?? undefined };
  return { kind, account: JSON.parse(text) as ServiceAccount };
}

function toText(credentials: Credentials): string {
  return credentials.kind === 'oauth' ? credentials.refreshToken : JSON.stringify(credentials.account);
}
