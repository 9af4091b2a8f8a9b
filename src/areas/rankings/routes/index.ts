import type { AppEndpoint } from '#context';
import { historyEndpoints } from './history.ts';
import { endpoints as rankingEndpoints } from './rankings.ts';
import { taskEndpoints } from './tasks.ts';
import { webhookEndpoints } from './webhooks.ts';

export const endpoints: AppEndpoint[] = [...rankingEndpoints, ...historyEndpoints, ...taskEndpoints, ...webhookEndpoints];
