/** Waits before the second, third and fourth try of a step: a tenth of those of the service, in milliseconds. */
export const WAITS_MS: readonly number[] = [500, 1_000, 2_000];
