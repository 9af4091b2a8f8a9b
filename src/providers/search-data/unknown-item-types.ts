import { shapeSurprises } from '../measures.ts';
import type { ShapeSurprise } from './mapper.ts';

/**
 * Counts what the documented shape does not have (`/metrics`): a rising count says that the provider
 * changed something before anything breaks.
 */
export function countSurprise(kind: ShapeSurprise): void {
  shapeSurprises.add(1, { service: 'dataforseo', kind });
}
