import type { AppEndpoint } from '#context';
import { dataSettingsEndpoints } from './data-settings.ts';
import { editEndpoints } from './edit.ts';
import { factEndpoints } from './facts.ts';
import { figureEndpoints } from './figures.ts';
import { listEndpoints } from './lists.ts';
import { tagEndpoints } from './tags.ts';
import { trackingEndpoints } from './tracking.ts';

export const keywordEndpoints: AppEndpoint[] = [
  ...trackingEndpoints,
  ...editEndpoints,
  ...tagEndpoints,
  ...figureEndpoints,
  ...listEndpoints,
  ...factEndpoints,
  ...dataSettingsEndpoints,
];
