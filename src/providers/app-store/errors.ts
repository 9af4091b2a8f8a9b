import { OutsideError, type OutsideFailure } from '#kernel/errors.ts';

/**
 * Why an app store gave nothing that can be used: `removed`: the storefront does not have it. `throttled`: the store
 * asks for a pause. `wrong_storefront`: the answer is for another country. `unreadable`: what every answer has is
 * missing. `blocked`: the store leads elsewhere, or asks robots to stay away. `switched_off`: by `STORE_A_SOURCES`.
 */
export type AppStoreFailure = 'removed' | 'throttled' | 'wrong_storefront' | 'unreadable' | 'blocked' | 'switched_off';

const KINDS: Readonly<Record<AppStoreFailure, OutsideFailure>> = {
  removed: 'http',
  throttled: 'rate_limited',
  wrong_storefront: 'provider',
  unreadable: 'parse',
  blocked: 'request_refused',
  switched_off: 'request_refused',
};

export interface AppStoreErrorOptions {
  readonly service: string;
  readonly reason: AppStoreFailure;
  readonly message: string;
  /** Names of fields or parts that were missing. */
  readonly missing?: readonly string[];
  readonly retryAfterMs?: number;
  readonly code?: number;
  readonly cause?: unknown;
}

/** An app store's answer that is no answer. Never means "nothing found". */
export class AppStoreError extends OutsideError {
  readonly reason: AppStoreFailure;
  readonly missing: readonly string[];

  constructor({ reason, missing = [], ...options }: AppStoreErrorOptions) {
    // What was removed stays so; everything else that can be retried can be different the next time.
    super({ ...options, kind: KINDS[reason], ...(reason === 'removed' ? { retryable: false } : {}) });
    this.name = 'AppStoreError';
    this.reason = reason;
    this.missing = missing;
  }
}
