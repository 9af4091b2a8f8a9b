import type { AppEndpoint } from '#context';
import { cannibalizationEndpoints } from '../cannibalization/routes.ts';
import { gapEndpoints } from '../gap/routes.ts';
import { taxonomyEndpoints } from '../taxonomy/routes.ts';

/** What follows from stored keywords, whatever run or tracking they come from. */
export const analysisEndpoints: AppEndpoint[] = [...gapEndpoints, ...cannibalizationEndpoints, ...taxonomyEndpoints];
