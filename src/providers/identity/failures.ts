import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { messageOf, OutsideError } from '#kernel/errors.ts';
import { IdentityError, type IdentityFailure } from './index.ts';

const TEXT_MAX = 500;
/** Causes of causes; a chain of others may have no end. */
const DEPTH_MAX = 5;

/** What a failure of the protocol's library means. What was sent is never repeated. */
export function toIdentityError(error: unknown, otherwise: IdentityFailure): IdentityError {
  if (error instanceof IdentityError) return error;
  if (error instanceof AuthorizationResponseError) return new IdentityError('denied', `the provider answered ${quote(error.error)}`, error);
  if (error instanceof ResponseBodyError) return new IdentityError(otherwise, `the provider answered ${quote(error.error)}`, error);
  const outside = findOutside(error);
  if (outside !== undefined)
    return new IdentityError(outside.retryable || otherwise === 'unavailable' ? 'unavailable' : 'refused', outside.message, error);
  return new IdentityError(otherwise, listMessages(error).join(': ').slice(0, TEXT_MAX), error);
}

function findOutside(error: unknown): OutsideError | undefined {
  let current = error;
  for (let depth = 0; depth < DEPTH_MAX && current instanceof Error; depth += 1) {
    if (current instanceof OutsideError) return current;
    current = current.cause;
  }
  return undefined;
}

function listMessages(error: unknown): string[] {
  const messages: string[] = [];
  let current = error;
  for (let depth = 0; depth < DEPTH_MAX && current instanceof Error; depth += 1) {
    messages.push(messageOf(current));
    current = current.cause;
  }
  return [...new Set(messages)];
}

/** The provider's own word, which may be anything. */
function quote(word: string): string {
  return `\`${word.replaceAll(/[^\w .-]/gu, '').slice(0, 60)}\``;
}
