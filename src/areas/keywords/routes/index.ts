import type { AppEndpoint } from '#context';
import { dataSettingsEndpoints } from './data-settings.ts';
import { editEndpoints } from './edit.ts';
import { attributeEndpoints } from './attributes.ts';
import { metricEndpoints } from './metrics.ts';
import { listEndpoints } from './lists.ts';
import { tagEndpoints } from './tags.ts';
import { trackingEndpoints } from './tracking.ts';

export const keywordEndpoints: AppEndpoint[] = [
  ...trackingEndpoints,
  ...editEndpoints,
  ...tagEndpoints,
  ...metricEndpoints,
  ...listEndpoints,
  ...attributeEndpoints,
  ...dataSettingsEndpoints,
];
