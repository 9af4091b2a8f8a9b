import { AppError } from '#kernel/errors.ts';

/**
 * `missing`: there is no such secret, as after an import without secrets. `key_missing`: this process lacks the key that it is or would
 * be sealed with. `damaged`: the row is not the one that was written.
 */
export type SecretFailure = 'missing' | 'key_missing' | 'damaged';

const REST = {
  missing: { code: 'conflict', error: 'Secret missing', hint: 'Enter it again: an archive without secrets does not bring it.' },
  key_missing: {
    code: 'not_configured',
    error: 'Key of secrets missing',
    hint: 'An operator sets SECRETS_KEY to the same key for every process, or puts the file secrets-key back (docs/operations.md, "Secrets").',
  },
  damaged: { code: 'conflict', error: 'Secret damaged', hint: 'Enter it again.' },
} as const;

/** A secret that cannot be sealed or opened. No part of it stands in the message. */
export class SecretError extends AppError {
  readonly reason: SecretFailure;

  constructor(reason: SecretFailure, message: string, cause?: unknown) {
    const { code, error, hint } = REST[reason];
    super(code, error, { message, hint, cause });
    this.name = 'SecretError';
    this.reason = reason;
  }
}
