import { defineMovement } from './movements/define-movement.ts';
import { FeatureParams, toFeatureMovement } from './movements/features.ts';

/** The result page has a feature that it had not, or an own site came into it. */
export const featureGained = defineMovement({
  event: 'feature_gained',
  params: FeatureParams,
  describe: ({ feature, ours }) => (ours ? `gained a place in ${feature}` : `got ${feature} on its result page`),
  toMovement: (params) => toFeatureMovement(params, true),
});
