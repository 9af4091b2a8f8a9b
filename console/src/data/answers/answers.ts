import { keepPreviousData, useQuery, type Query, type QueryFunctionContext, type UseQueryResult } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import type { AskOptions, Operation } from './ask-once.ts';
import { askWatched } from './ask-watched.ts';
import { waitForProof, waitForSignIn } from './wait-for-person.ts';

const UNAUTHORIZED = 401;

/**
 * Calls a function of the generated client. Without a session it waits until the person has signed in, and calls again; so it does where the
 * service asks once more who they are.
 * @throws ApiError what the service said when it refused or failed; status 0 when it did not answer
 */
export async function ask<Options, Data>(
  operation: Operation<Options, Data>,
  options: Options,
  more?: AskOptions<Data>,
): Promise<NonNullable<Data>> {
  try {
    return await askWatched(operation, options, more);
  } catch (error) {
    const wait = error instanceof ApiError ? findWait(error) : undefined;
    if (wait === undefined || !(await wait())) throw error;
  }
  return await askWatched(operation, options, more);
}

function findWait({ status, details }: ApiError): (() => Promise<boolean>) | undefined {
  if (status === UNAUTHORIZED) return waitForSignIn;
  return Reflect.get(Object(details), 'step_up') === true ? waitForProof : undefined;
}

const numbers = new WeakMap<object, number>();
let last = 0;

/** Names an answer in the cache: the operation itself and what was asked. Names of functions change when the console is built. */
export function answerKey(operation: object, options?: unknown): readonly unknown[] {
  const number = numbers.get(operation) ?? ++last;
  numbers.set(operation, number);
  return options === undefined ? [number] : [number, options];
}

export interface AnswerOptions {
  /** Not asked while false. */
  readonly isWanted?: boolean;
  /** Asked again after so many milliseconds. */
  readonly everyMs?: number | undefined;
}

/** Versions of the answers in the cache. */
const tags = new WeakMap<object, string>();

function toAskOptions<Data>(query: Query<Data> | undefined): AskOptions<Data> {
  if (!query) return {};
  const { data } = query.state;
  const tag = tags.get(query);
  return {
    ...(data !== undefined && data !== null && tag !== undefined && { known: { data, tag } }),
    onTag: (given) => void tags.set(query, given),
  };
}

/** An answer as the cache asks for it and keeps it. */
export function answerQuery<Options, Data>(operation: Operation<Options, Data>, options: Options) {
  return {
    queryKey: answerKey(operation, options),
    queryFn: ({ signal, client, queryKey }: QueryFunctionContext) =>
      ask(operation, { ...options, signal }, toAskOptions<NonNullable<Data>>(client.getQueryCache().find({ queryKey, exact: true }))),
  };
}

/** The answer of the service, kept while a newer one is on its way. */
export function useAnswer<Options, Data>(
  operation: Operation<Options, Data>,
  options: Options,
  { isWanted = true, everyMs }: AnswerOptions = {},
): UseQueryResult<NonNullable<Data>, ApiError> {
  return useQuery<NonNullable<Data>, ApiError>({
    ...answerQuery(operation, options),
    placeholderData: keepPreviousData,
    enabled: isWanted,
    refetchInterval: toInterval(everyMs),
  });
}

/** How often an answer is asked for: usually `everyMs`; after a refusal when the service wants to be asked again. */
export function toInterval(everyMs: number | undefined): (query: Pick<Query<unknown, ApiError>, 'state'>) => number | false {
  return ({ state: { error } }) => (error?.retryAt === undefined ? (everyMs ?? false) : Math.max(1, error.retryAt - Date.now()));
}
