import { appHistory } from './app-history.ts';
import { crawl } from './crawl.ts';
import type { Bench } from './support/bench.ts';

/** What is measured of the app stores. */
export const APP_BENCHES: readonly Bench[] = [crawl, appHistory];
