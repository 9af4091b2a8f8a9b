import type { AppContext } from '#context';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import type { Export } from '../export.ts';
import { BUCKET_FIELD } from './check-destination.ts';

const BUCKET_SECRET = 'export_s3';

type Kept = Pick<Export, 'organizationId' | 'secretIds' | 'destination'>;

/** Seals what was entered, and forgets what is not needed any more. @returns the ids of the secrets by field */
export async function keepSecret(
  { secrets }: Pick<AppContext, 'secrets'>,
  tx: Transaction,
  { one, secret }: { readonly one: Kept; readonly secret: string | undefined },
): Promise<Export['secretIds']> {
  const { [BUCKET_FIELD]: known, ...others } = one.secretIds;
  if (one.destination.kind === 's3' && secret === undefined) return one.secretIds;
  if (known !== undefined) await secrets.remove(tx, known);
  if (one.destination.kind !== 's3' || secret === undefined) return others;
  return { ...others, [BUCKET_FIELD]: await secrets.put(tx, { kind: BUCKET_SECRET, organizationId: one.organizationId, text: secret }) };
}

/** @throws SecretError; Error when it is not there, as after an import without secrets */
export async function openSecret(
  { secrets }: Pick<AppContext, 'secrets'>,
  sql: Sql,
  { secretIds }: Pick<Export, 'secretIds'>,
): Promise<string> {
  const id = secretIds[BUCKET_FIELD];
  if (id === undefined) throw new Error('The secret of the bucket is missing: enter it again');
  return await secrets.open(sql, id, BUCKET_SECRET);
}
