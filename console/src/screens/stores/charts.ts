import type { Platform } from '../apps/store/store.ts';

/** Charts that crawls read. */
export const CHARTS = ['top-free', 'top-paid', 'topselling_free', 'topselling_paid', 'topgrossing'] as const;
export type Chart = (typeof CHARTS)[number];

/** The charts of a store, the usual one first. */
export const CHARTS_OF: Readonly<Record<Platform, readonly { readonly value: Chart; readonly label: string }[]>> = {
  store_a: [
    { value: 'top-free', label: 'Free' },
    { value: 'top-paid', label: 'Paid' },
  ],
  store_b: [
    { value: 'topselling_free', label: 'Free' },
    { value: 'topselling_paid', label: 'Paid' },
    { value: 'topgrossing', label: 'Grossing' },
  ],
};
