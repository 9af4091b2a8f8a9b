import type { Market } from '../records/index.ts';

/** One app in one market. */
export interface AppKey extends Market {
  readonly appId: string;
}
