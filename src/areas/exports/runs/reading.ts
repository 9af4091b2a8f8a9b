import { findCallerAgain } from '#areas/people/index.ts';
import type { AppContext } from '#context';
import type { RequestScope } from '#http/endpoint.ts';
import { makeReadContext } from '#http/reading/read-scope.ts';
import { AppError } from '#kernel/errors.ts';
import { makerOfExport, type Export } from '../export.ts';
import { getExportList } from '../lists/ask-list.ts';
import type { ExportList, ExportLists } from '../lists/export-lists.ts';
import { toFullSelection } from '../lists/full-selection.ts';
import type { Selection } from '../export.ts';

/** What an export reads with, as its owner may read now. */
export interface Reading {
  readonly context: AppContext & RequestScope;
  readonly list: ExportList;
  readonly selection: Selection;
}

/** The owner of an export may not read it any more. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/**
 * Asks again what the owner of an export may see.
 * @throws RefusedError when that is not the list any more
 */
export async function openReading(
  ctx: AppContext,
  lists: ExportLists,
  { one, signal }: { readonly one: Export; readonly signal: AbortSignal },
): Promise<Reading> {
  const caller = await findCallerAgain(ctx, makerOfExport(one));
  if (typeof caller === 'string') throw new RefusedError(caller);
  const context = makeReadContext(ctx, caller, signal);
  return await asRefusal(async () => {
    const list = getExportList(lists, one);
    return { context, list, selection: await toFullSelection(context, list, one) };
  });
}

const REFUSALS: ReadonlySet<string> = new Set(['invalid', 'unauthorized', 'forbidden', 'not_found']);

/** @throws RefusedError in place of what says that the owner may not read this, or that it is not there */
export async function asRefusal<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && REFUSALS.has(error.code)) throw new RefusedError(toReason(error), { cause: error });
    throw error;
  }
}

function toReason({ error, message }: AppError): string {
  return message.startsWith(error) ? message : `${error}: ${message}`;
}
