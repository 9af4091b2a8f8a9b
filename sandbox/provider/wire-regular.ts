import type { ResultItem } from '../serp/layout.ts';
import { linkOf, type WireContext } from './wire-google.ts';

/** An element in the short form. */
export function toRegularItem(item: ResultItem, context: WireContext): Record<string, unknown> {
  return { type: item.type, rank_group: item.rankGroup, rank_absolute: item.rankAbsolute, page: item.page, ...linkOf(item, context) };
}
