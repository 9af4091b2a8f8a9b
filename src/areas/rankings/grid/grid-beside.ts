import type { GoogleCounts } from '../google/list-google-counts.ts';
import type { GridPrices } from './price-rows.ts';

/** What stands beside the checks of a grid, row by row. */
export interface GridBeside {
  readonly prices: GridPrices;
  /** Left out unless it was asked for; null: there is none. */
  readonly google?: GoogleCounts | null | undefined;
}
