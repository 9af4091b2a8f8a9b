import type { ProviderRoute } from '../route.ts';
import { familyRoutes } from '../serp/serp-utility.ts';
import { aiModeRoutes } from './ai-mode.ts';
import { mentionRoutes } from './mentions.ts';
import { responseRoutes } from './responses.ts';
import { scraperRoutes } from './scrapers.ts';

/** Assistants: as their users see them, asked through their interfaces, and the vendor's index of answers. */
export const assistantRoutes: readonly ProviderRoute[] = [
  ...aiModeRoutes,
  ...scraperRoutes,
  ...responseRoutes,
  ...mentionRoutes,
  ...familyRoutes('ai_optimization'),
];
