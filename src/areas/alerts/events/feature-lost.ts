import { defineMovement } from './movements/define-movement.ts';
import { FeatureParams, toFeatureMovement } from './movements/features.ts';

/** The result page had a feature, or an own site was in it. */
export const featureLost = defineMovement({
  event: 'feature_lost',
  params: FeatureParams,
  describe: ({ feature, ours }) => (ours ? `lost its place in ${feature}` : `lost ${feature} from its result page`),
  toMovement: (params) => toFeatureMovement(params, false),
});
