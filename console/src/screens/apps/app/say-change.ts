import { formatCount, formatPlural } from '#data/format.ts';
import { describePrice } from '../store/price.ts';
import { toStatusName } from '../store/store.ts';

/** Null: the store said nothing. */
export type Said = string | null;

interface FieldValue {
  /** As the app's answer names it. */
  readonly field: string;
  readonly value: unknown;
  /** Names of the store's categories, by their ids. */
  readonly names: ReadonlyMap<string, string>;
  readonly currency: string | null;
}

/** A value of an app as people read it: categories and states by their names, prices with their currency. */
export function sayChange({ field, value, names, currency }: FieldValue): Said {
  if (value === null || value === undefined) return null;
  const toName = (id: string): string => names.get(id) ?? id;
  if (field === 'primary_category' && typeof value === 'string') return toName(value);
  if (field === 'status' && typeof value === 'string') return toStatusName(value);
  if (field === 'price') return describePrice({ price: Number(value), currency, is_free: null });
  if (field === 'screenshot_urls' && Array.isArray(value)) return formatPlural(value.length, 'picture');
  if (Array.isArray(value)) return value.map((one) => toName(String(one))).join(', ') || null;
  if (typeof value === 'number') return formatCount(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
