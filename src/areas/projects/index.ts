/** Projects and their markets: what other areas may use. */
import { defineArea } from '#area/index.ts';
import { projectEndpoints } from './routes.ts';
import { tables } from './tables.ts';

export { getProject, getProjects, type ProjectReader } from './get-project.ts';
export { listVisibleProjectIds } from './list-visible-projects.ts';
export { DEFAULT_LANGUAGE_CODE, DEFAULT_LOCATION_CODE, findCountryCode, listLanguageCodes } from './markets.ts';
export { assertNotArchived, type Project } from './project.ts';
export { findCountry, findPlaceName, findPlaces, type Place } from './places.ts';
export { createOrganization } from './store/organizations.ts';
export { endProjectSubscription, lockProject, findProject, upsertProjectSubscription } from './store/projects.ts';
export { languageCodeField, locationCodeField } from './wire.ts';

export const projects = defineArea({
  name: 'projects',
  summary: 'A project groups the websites, apps, businesses and keywords of one market or client. Begin here.',
  readingOrder: 1,
  endpoints: projectEndpoints,
  tables,
  reads: ['assets', 'tracked_apps', 'tracked_keywords'],
});
