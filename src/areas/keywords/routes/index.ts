import type { AppEndpoint } from '#context';
import { factEndpoints } from './facts.ts';
import { figureEndpoints } from './figures.ts';
import { listEndpoints } from './lists.ts';
import { trackingEndpoints } from './tracking.ts';

export const keywordEndpoints: AppEndpoint[] = [...trackingEndpoints, ...figureEndpoints, ...listEndpoints, ...factEndpoints];
