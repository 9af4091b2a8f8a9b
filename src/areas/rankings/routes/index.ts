import type { AppEndpoint } from '#context';
import { historyEndpoints } from './history.ts';
import { rankingEndpoints } from './rankings.ts';
import { taskEndpoints } from './tasks.ts';
import { webhookEndpoints } from './webhooks.ts';

export const endpoints: AppEndpoint[] = [...rankingEndpoints, ...historyEndpoints, ...taskEndpoints, ...webhookEndpoints];
