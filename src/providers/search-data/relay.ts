import type { SpendScope } from '../metering.ts';

/** An endpoint of the provider's own API. */
export interface ProviderEndpoint {
  /** With everything filled in. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly kind: 'live' | 'task_post' | 'tasks_ready' | 'tasks_fixed' | 'task_get' | 'utility_post' | 'reference';
  /** 0: it takes none. */
  readonly tasksMax: number;
  /** The family of its price. */
  readonly price: string;
}

/** Calls of the provider as an operator words them. */
export interface ProviderRelay {
  /** `undefined`: not an endpoint of the provider. */
  findProviderEndpoint(address: string): ProviderEndpoint | undefined;
  /** What such a call costs at most, in USD. */
  estimateRelayUsd(endpoint: ProviderEndpoint, payload: readonly Readonly<Record<string, unknown>>[]): number;
  /**
   * Makes the call and gives the answer unchanged, whatever it says.
   * @throws OutsideError when there is no answer of the provider
   * @throws BudgetExceededError when a budget has no room for all of it
   */
  relay(
    endpoint: ProviderEndpoint,
    payload: readonly Readonly<Record<string, unknown>>[],
    scope: SpendScope,
    signal?: AbortSignal,
  ): Promise<{ readonly answer: unknown; readonly costUsd: number }>;
}
