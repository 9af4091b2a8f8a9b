import type { ResultItem } from '../serp/layout.ts';
import { toGoogleItem, type WireContext } from './wire-google.ts';

/** An element of the second engine's page: the same fields, but for places and overviews. */
export function toBingItem(item: ResultItem, context: WireContext): Record<string, unknown> {
  const wire = toGoogleItem(item, context);
  if (item.type === 'local_pack') return { ...wire, is_claimed: true };
  if (item.type !== 'ai_overview') return wire;
  const { asynchronous_ai_overview: _unused, ...rest } = wire;
  return rest;
}
