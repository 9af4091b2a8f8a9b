/** A service whose calls are booked, and what it costs before anybody has asked it. The provider's own price always wins. */
export interface ServicePrice {
  /** Its name in the ledger. */
  readonly service: string;
  /** USD for one unit; null where each operation has a price of its own. */
  readonly priceUsd: number | null;
  readonly unit: string;
  /** A budget of its own kind that its calls count against, beside those of every call. */
  readonly budget?: 'llm_daily_usd';
  /** What is given without charge. */
  readonly free?: FreeTier;
}

export interface FreeTier {
  /** Units in a period; null: as many as are needed. */
  readonly limit: number | null;
  readonly period: 'day' | 'month';
}

/** A service that is not paid for. */
export function freeService(service: string): ServicePrice {
  return { service, priceUsd: 0, unit: 'request', free: { limit: null, period: 'month' } };
}
