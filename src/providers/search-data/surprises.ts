import { metrics } from '@opentelemetry/api';
import type { ShapeSurprise } from './mapper.ts';

/**
 * Counts what the documented shape does not have (`/metrics`): a rising count says that the provider
 * changed something before anything breaks.
 */
export function countSurprise(kind: ShapeSurprise): void {
  metrics
    .getMeter('sightline')
    .createCounter('sightline_provider_shape_surprises', {
      description: 'Parts of provider answers that the documented shape does not have',
    })
    .add(1, { service: 'dataforseo', kind });
}
