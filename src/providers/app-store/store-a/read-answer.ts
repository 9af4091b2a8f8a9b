import { shapeSurprises } from '../../measures.ts';
import { AppStoreError } from '../errors.ts';
import type { KeepEvidence } from '../evidence.ts';
import type { StoreOptions } from '../index.ts';
import type { StoreAnswer, StoreCall, StoreClient } from './client.ts';
import { MissingFieldsError, WrongAnswerError } from './fields.ts';

/** What an answer says, and the names of what it should say and does not. */
export interface Parsed<Value> {
  readonly value: Value;
  readonly missing?: readonly string[];
}

/**
 * Asks and reads. What an answer lacks is kept as evidence, whether it can be used without that or not.
 * @throws as `StoreClient.get`; `AppStoreError` `unreadable`, `wrong_storefront` or `removed` for what the parser throws
 */
export type ReadAnswer = <Value>(call: StoreCall, options: StoreOptions, parse: (text: string) => Parsed<Value>) => Promise<Value>;

export function makeReadAnswer(client: StoreClient, keepEvidence: KeepEvidence): ReadAnswer {
  const note = async ({ service, endpoint }: StoreCall, { text, status, url }: StoreAnswer, missing: readonly string[]): Promise<void> => {
    shapeSurprises.add(1, { service, kind: endpoint });
    await keepEvidence({ service, url, status, missing, body: text });
  };
  return async (call, options, parse) => {
    const answer = await client.get(call, options);
    try {
      const { value, missing = [] } = parse(answer.text);
      if (missing.length > 0) await note(call, answer, missing);
      return value;
    } catch (error) {
      const failure = toAppStoreError(call, error);
      if (failure === undefined) throw error;
      if (failure.reason !== 'removed') await note(call, answer, failure.missing);
      throw failure;
    }
  };
}

function toAppStoreError({ service, endpoint }: StoreCall, error: unknown): AppStoreError | undefined {
  if (error instanceof WrongAnswerError)
    return new AppStoreError({ service, reason: error.reason, message: error.message, missing: ['storefront'], cause: error });
  if (!(error instanceof MissingFieldsError)) return undefined;
  return new AppStoreError({
    service,
    reason: 'unreadable',
    message: `the ${endpoint} answer of ${service} cannot be read: ${error.message}`,
    missing: error.missing,
    cause: error,
  });
}
