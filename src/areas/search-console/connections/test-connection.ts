import type { AppContext } from '#context';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { SearchConsoleFault, type Property } from '#providers/search-console/index.ts';
import type { SourceKey } from '../binding/binding.ts';
import { isThoughtFailing } from '../faults/store.ts';
import { tellFault, tellWorking, type TellContext } from '../faults/tell-fault.ts';
import type { Trouble } from '../faults/trouble.ts';
import { startBoundSyncs, type SyncStarter } from '../sync/start-sync.ts';
import type { Connection } from './connection.ts';
import { openCredentials } from './credentials.ts';
import { updateState } from './store/connections.ts';
import { forgetUnlisted, upsertProperties } from './store/properties.ts';

/** Google lists a thousand to an account. */
const PROPERTIES_MAX = 2_000;
/** What the secret store says of a secret that is not there. */
const SECRET_MISSING = 'Secret missing';
const MISSING = {
  fault: 'secret_missing',
  cause: 'What proves that we may read is not here, as after an import without secrets.',
  nextStep: 'Connect again; everything that was collected stays, and the gap is filled.',
};

const WORKING = { status: 'ok', fault: null, cause: null, nextStep: null } as const;

export type TestContext = Pick<AppContext, 'postgres' | 'clock' | 'secrets' | 'searchConsole' | 'workflows' | 'live'>;

/**
 * Asks Google for the properties of a connection and keeps them; what waited for the connection goes on. That Google says no is a
 * result, which the connection shows from then on.
 * @throws OutsideError when Google does not answer
 */
export async function testConnection(ctx: TestContext, connection: Connection, signal?: AbortSignal): Promise<Trouble | undefined> {
  const listed = await listOrSayWhy(ctx, connection, signal);
  if (!Array.isArray(listed)) {
    await keepTrouble(ctx, connection.id, listed);
    return listed;
  }
  const { id: connectionId, organizationId } = connection;
  const now = ctx.clock.now();
  await ctx.postgres.transaction(async (tx) => {
    await updateState(tx, { ...WORKING, id: connectionId, testedAt: now });
    const listing = { connectionId, organizationId, now };
    await upsertProperties(
      tx,
      listing,
      listed.slice(0, PROPERTIES_MAX).map((property) => ({ ...property, id: newId('gpr_') })),
    );
    await forgetUnlisted(tx, listing);
    await startBoundSyncs(tx, ctx satisfies SyncStarter, connectionId);
    await tellWorking(ctx, tx, { connectionId });
  });
  return undefined;
}

async function listOrSayWhy(ctx: TestContext, connection: Connection, signal?: AbortSignal): Promise<Property[] | Trouble> {
  try {
    const credentials = await openCredentials(ctx, ctx.postgres, connection);
    return [...(await withFreshToken(() => ctx.searchConsole.listProperties(credentials, signal)))];
  } catch (error) {
    const trouble = toTrouble(error);
    if (trouble === undefined) throw error;
    return trouble;
  }
}

/** Asks for a new access token, once, where one ended before its time. */
export async function withFreshToken<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof SearchConsoleFault) || error.fault !== 'token_ended') throw error;
    return await call();
  }
}

/** What a refusal says; undefined: that is no refusal, and waiting may help. */
export function toTrouble(error: unknown): Trouble | undefined {
  if (error instanceof AppError && error.error === SECRET_MISSING) return MISSING;
  if (!(error instanceof SearchConsoleFault) || error.retryable) return undefined;
  return { fault: error.fault, cause: error.message, nextStep: error.hint ?? '' };
}

type StateContext = TellContext & Pick<AppContext, 'postgres'>;

/** A connection fails until a call of it is answered, and it is said once. */
export async function keepTrouble(ctx: StateContext, connectionId: string, trouble: Trouble): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    await updateState(tx, { ...trouble, id: connectionId, status: 'failing', testedAt: ctx.clock.now() });
    await tellFault(ctx, tx, { connectionId }, trouble);
  });
}

/** A call for a property was answered: what was wrong with it and with its connection is over. */
export async function keepAnswered(ctx: StateContext, connectionId: string, key: SourceKey): Promise<void> {
  if (!(await isThoughtFailing(ctx.postgres, connectionId, key))) return;
  await ctx.postgres.transaction(async (tx) => {
    await updateState(tx, { ...WORKING, id: connectionId, testedAt: ctx.clock.now() });
    for (const subject of [{ connectionId }, key]) await tellWorking(ctx, tx, subject);
  });
}
