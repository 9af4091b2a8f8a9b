import type { AppContext } from '#context';
import { AppError } from '#kernel/errors.ts';
import type { Credentials } from '#providers/search-console/index.ts';
import { openCredentials } from './credentials.ts';
import { findConnection } from './store/connections.ts';
import { findProperty } from './store/properties.ts';
import type { Trouble } from '../faults/trouble.ts';
import { toTrouble } from './test-connection.ts';

const GONE: Trouble = {
  fault: 'connection_gone',
  cause: 'The connection by which the property was read was removed.',
  nextStep: 'Connect again; everything that was collected stays, and the gap is filled.',
};

/** A property with what it is read by. */
export interface Source {
  readonly connectionId: string;
  readonly siteUrl: string;
  readonly credentials: Credentials;
}

type SourceContext = Pick<AppContext, 'postgres' | 'secrets'>;

/** @throws SecretError */
export async function openSource(ctx: SourceContext, propertyId: string): Promise<Source | Trouble> {
  const property = await findProperty(ctx.postgres, propertyId);
  const connectionId = property?.connectionId ?? undefined;
  const connection = connectionId === undefined ? undefined : await findConnection(ctx.postgres, connectionId);
  if (property === undefined || connection === undefined) return GONE;
  return { connectionId: connection.id, siteUrl: property.siteUrl, credentials: await openCredentials(ctx, ctx.postgres, connection) };
}

/** The same for a request. @throws AppError 409 with the cause and the step */
export async function getSource(ctx: SourceContext, propertyId: string): Promise<Source> {
  const source = await openSource(ctx, propertyId).catch((error: unknown) => {
    const trouble = toTrouble(error);
    if (trouble === undefined) throw error;
    return trouble;
  });
  if ('fault' in source) throw refusedBy(source);
  return source;
}

/** What Google refuses, as the answer to a request that asked for it. */
export function refusedBy({ fault, cause, nextStep }: Trouble): AppError {
  return new AppError('conflict', 'Refused by Google', { message: cause, hint: nextStep, details: { fault } });
}
