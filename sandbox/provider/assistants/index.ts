import type { ProviderRoute } from '../route.ts';
import { familyRoutes } from '../serp/serp-utility.ts';
import { aiModeRoutes } from './ai-mode.ts';
import { scraperRoutes } from './scrapers.ts';

/** Assistants: as their users see them, asked through their interfaces, and the vendor's index of answers. */
export const assistantRoutes: readonly ProviderRoute[] = [...aiModeRoutes, ...scraperRoutes, ...familyRoutes('ai_optimization')];
