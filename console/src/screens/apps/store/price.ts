import type { TopApp } from '#client';
import { UNKNOWN } from '#data/format.ts';

type Priced = Pick<TopApp, 'price' | 'currency' | 'is_free'>;

/** In the currency of the store; null is not known. */
export function toPrice({ price, is_free: isFree }: Priced): number | null {
  return isFree === true ? 0 : (price ?? null);
}

/** `Free`, `$4.99`, or the number alone where the store did not say its currency. */
export function describePrice(app: Priced): string {
  const price = toPrice(app);
  if (price === null) return UNKNOWN;
  if (price === 0) return 'Free';
  return app.currency
    ? new Intl.NumberFormat('en-US', { style: 'currency', currency: app.currency }).format(price)
    : new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(price);
}
