import { z } from 'zod';
import { defineWorkflow, type AppContext, type WorkflowType } from '#context';
import { DAY_MS } from '#kernel/durations.ts';
import { GENERAL_TASKS } from '#workflows/queues/queues.ts';
import { listCountryCodes, LOCATION_TYPES } from './locations.ts';
import { toComparedName } from './search-locations.ts';
import { listRefreshes, replaceLocations } from './store/locations.ts';

export const LOCATIONS_REFRESH = 'locations-refresh';

declare module '#context' {
  interface WorkflowTypes {
    'locations-refresh': WorkflowType<object, LocationsRefreshed>;
  }
}

interface LocationsRefreshed {
  /** Countries that were read. */
  readonly countries: number;
  readonly places: number;
  readonly reason: string | null;
}

const KEPT_MS = 30 * DAY_MS;

/** The provider's list of locations, country by country: free calls, and each country is whole or as it was. */
export const locationsRefresh = defineWorkflow({
  name: LOCATIONS_REFRESH,
  summary: "Reads the provider's list of places, of each country once a month",
  input: z.object({}),
  queue: GENERAL_TASKS,
  run: async (ctx): Promise<LocationsRefreshed> => {
    if (!ctx.searchData.isConfigured) return { countries: 0, places: 0, reason: 'credentials_missing' };
    const countries = await ctx.step('choose', () => listOldCountries(ctx));
    let locations = 0;
    for (const country of countries)
      locations += await ctx.step(`read-${country}`, ({ signal }) => refreshCountry(ctx, { country, runId: ctx.workflowId, signal }));
    return { countries: countries.length, places: locations, reason: null };
  },
});

type RefreshContext = Pick<AppContext, 'postgres' | 'clock' | 'searchData'>;

async function listOldCountries({ postgres, clock }: RefreshContext): Promise<string[]> {
  const readAt = await listRefreshes(postgres);
  const oldest = clock.now().getTime() - KEPT_MS;
  return listCountryCodes().filter((country) => (readAt.get(country)?.getTime() ?? Number.NEGATIVE_INFINITY) <= oldest);
}

/** @returns how many locations it has; one that the provider does not serve keeps what is known */
async function refreshCountry(
  { postgres, clock, searchData }: RefreshContext,
  { country, runId, signal }: { readonly country: string; readonly runId: string; readonly signal: AbortSignal },
): Promise<number> {
  const scope = { source: 'cron', runId, workflowType: LOCATIONS_REFRESH } as const;
  const found = await searchData.fetchLocations(country, scope, { signal });
  if (found.length === 0) return 0;
  const rows = found.map(({ locationCode, name, type }) => {
    const rank = (LOCATION_TYPES as readonly string[]).indexOf(type.toLowerCase());
    const location = { name, country, rank: rank === -1 ? LOCATION_TYPES.length - 1 : rank };
    return { ...location, ...toComparedName(location), location_code: locationCode, refreshed_at: clock.now() };
  });
  await postgres.transaction((tx) => replaceLocations(tx, country, rows));
  return found.length;
}
