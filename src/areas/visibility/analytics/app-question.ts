import type { Platform } from '#areas/assets/index.ts';
import type { CountedApp } from '../visibility.ts';

/** Apps of one store, and days of them, both included. */
export interface AppQuestion {
  readonly platform: Platform;
  readonly apps: readonly CountedApp[];
  readonly from: string;
  readonly to: string;
}
