import type { AppBook } from '../world/apps/apps.ts';
import { findStorefront, listStorefronts, type Storefront } from '../world/apps/storefronts.ts';
import type { StoreFault } from './store-faults.ts';

/** A request to one of the stores' hosts. */
export interface StoreCall {
  readonly apps: AppBook;
  /** Days since 1970. */
  readonly day: number;
  readonly now: Date;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly fault: StoreFault | undefined;
  /** By the code in the address; with the fault `wrong_storefront` another one than was asked for. */
  readonly findStorefront: (country: string) => Storefront | undefined;
}

/** How a call finds its storefront. */
export function makeStorefrontFinder(fault: StoreFault | undefined): StoreCall['findStorefront'] {
  if (fault !== 'wrong_storefront') return findStorefront;
  return (country) => listStorefronts().find((storefront) => storefront.country !== country.toLowerCase());
}
