import type { AppEndpoint } from '#context';
import { placeEndpoints } from './places.ts';
import { projectEndpoints } from './projects.ts';

export const endpoints: AppEndpoint[] = [...projectEndpoints, ...placeEndpoints];
