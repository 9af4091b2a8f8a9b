/** The store's time, in epoch milliseconds, as the SDK writes instants. */
export const NOW_MS = '(extract(epoch from now()) * 1000)::bigint';
