export type StoreFailure =
  | 'in_use'
  | 'wrong_version'
  | 'foreign_folder'
  | 'not_started'
  | 'unreachable'
  | 'migration'
  | 'query'
  | 'insert'
  | 'row';

/**
 * A store that cannot be opened, migrated or asked. The message is a whole sentence for the
 * operator: what is wrong, where, and what to do. It never holds a password.
 */
export class StoreError extends Error {
  readonly reason: StoreFailure;

  constructor(reason: StoreFailure, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'StoreError';
    this.reason = reason;
  }
}
