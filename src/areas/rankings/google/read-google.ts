import type { Grid } from '../grid/build-grid.ts';
import type { GridContext } from '../grid/get-grid.ts';
import { listGoogleCounts, type AskedKeyword, type GoogleCounts } from './list-google-counts.ts';

/**
 * What Google counted of the rows of a grid.
 * @returns null: the project is bound to no property
 */
export async function readGoogle(
  ctx: GridContext,
  grid: Pick<Grid, 'columns' | 'lists' | 'span'>,
  { projectId, days }: { readonly projectId: string; readonly days: number },
): Promise<GoogleCounts | null> {
  return (await listGoogleCounts(ctx, { projectId, days, to: grid.span.to }, toAsked(grid))) ?? null;
}

function toAsked({ columns, lists }: Pick<Grid, 'columns' | 'lists'>): AskedKeyword[] {
  return columns.keyword.map((keyword, row) => ({
    keyword,
    locationCode: columns.locationCode[row] ?? 0,
    device: lists.device[columns.device[row] ?? -1] ?? '',
    engine: lists.engine[columns.engine[row] ?? -1] ?? '',
    channel: lists.channel[columns.channel[row] ?? -1] ?? '',
  }));
}
