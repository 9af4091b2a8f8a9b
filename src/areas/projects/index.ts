/** Projects and their markets: what other areas may use. */
import { defineArea } from '#area/index.ts';
import { locationEndpoints } from './routes/locations.ts';
import { projectEndpoints } from './routes/projects.ts';
import { LOCATIONS_REFRESH, locationsRefresh } from './locations-refresh.workflow.ts';
import { tables } from './tables.ts';

export { findOwner, type Owner } from './find-owner.ts';
export { getProject, getProjects, type ProjectReader } from './get-project.ts';
export { requireOrganization } from './list-projects.ts';
export { listSeenProjects, listVisibleProjectIds } from './list-visible-projects.ts';
export {
  DEFAULT_LANGUAGE_CODE,
  DEFAULT_LOCATION_CODE,
  findCountryCode,
  isLanguageCode,
  isLocationCode,
  listLanguageCodes,
} from './markets.ts';
export { assertNotArchived, ASSET_ROLES, POSITION_SCALES, type AssetRole, type PositionScale, type Project } from './project.ts';
export { findCountry, findCountryOf, findLocationName, findNamedLocations, type Location } from './locations.ts';
export { archiveProject } from './update-project.ts';
export { requireRoom, requireRoomOfOwner } from './require-room.ts';
export { createOrganization } from './store/organizations.ts';
export { endProjectSubscription, lockProject, findProject, upsertProjectSubscription } from './store/projects.ts';
export { setVoiceCurve } from './store/voice-curves.ts';
export { listUnscaledProjects, settlePositionScale } from './store/scales.ts';
export { languageCodeField, locationCodeField, SCALE_FIELDS, toScaleBody } from './wire/projects.ts';
export { toVoiceBody, toVoiceColumn, VOICE_COLUMN, VOICE_FIELDS } from './wire/voice.ts';
export {
  CURVE_DEVICES,
  CURVE_POSITIONS,
  listKnown,
  toWeighing,
  type CurveDevice,
  type CurveRates,
  type VoiceCurve,
  type WeighedResults,
} from './voice-curve.ts';
export { timeZoneField } from './wire/time-zone.ts';

export const projects = defineArea({
  name: 'projects',
  summary: 'A project groups the websites, apps, businesses and keywords of one market or client. Begin here.',
  endpoints: [...projectEndpoints, ...locationEndpoints],
  workflows: [locationsRefresh],
  // Each night what is older than a month: all of it a month after the last time, or what a failure has left.
  schedules: [{ name: LOCATIONS_REFRESH, cron: '20 4 * * *', workflow: LOCATIONS_REFRESH, input: {} }],
  tables,
  reads: ['assets', 'tracked_apps', 'tracked_keywords'],
});
