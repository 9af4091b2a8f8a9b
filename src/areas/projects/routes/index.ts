import type { AppEndpoint } from '#context';
import { locationEndpoints } from './locations.ts';
import { projectEndpoints } from './projects.ts';

export const endpoints: AppEndpoint[] = [...projectEndpoints, ...locationEndpoints];
