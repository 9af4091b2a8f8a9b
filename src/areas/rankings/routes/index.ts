import type { AppEndpoint } from '#context';
import { domainEndpoints } from './domains.ts';
import { gridEndpoints } from './grid.ts';
import { historyEndpoints } from './history.ts';
import { rankingEndpoints } from './rankings.ts';
import { taskEndpoints } from './tasks.ts';
import { deliveryEndpoints } from '#purchases/index.ts';

export const endpoints: AppEndpoint[] = [
  ...rankingEndpoints,
  ...gridEndpoints,
  ...historyEndpoints,
  ...domainEndpoints,
  ...taskEndpoints,
  ...deliveryEndpoints,
];
