import { z } from 'zod';
import { messageOf, OutsideError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { PaidCallError, UnsentCallError, type Spending } from '../metering.ts';
import type { LocationLists, ProvidedLocation } from '../search-data/account.ts';
import type { ProviderClient } from './client.ts';
import { INVALID_FIELD, SERVICE, toProviderError } from './errors.ts';

const PATH = '/v3/serp/google/locations';
const Row = z.object({
  location_code: z.int(),
  location_name: z.string().min(1),
  country_iso_code: z.string().nullish(),
  location_type: z.string().nullish(),
});

export function makeLocationLists({ client, spending }: { readonly client: ProviderClient; readonly spending: Spending }): LocationLists {
  return {
    async fetchLocations(countryCode, scope, { signal } = {}) {
      client.requireCredentials();
      const planned = { service: 'provider_locations', endpoint: PATH, estimateUsd: 0, tag: newId('spend_') };
      let isSent = false;
      return await spending.spend(scope, planned, async () => {
        try {
          const path = `${PATH}/${countryCode.toLowerCase()}`;
          const answer = await client.get(path, { rateClass: 'reference', signal, onSend: () => void (isSent = true) });
          if (!answer.ok && answer.code !== INVALID_FIELD) throw toProviderError(answer.code, answer.message, answer.retryAfterMs);
          const value = answer.ok ? (answer.result ?? []).map((row) => toLocation(row, countryCode)) : [];
          return { value, cost: { costUsd: 0, success: answer.ok, itemsReturned: value.length } };
        } catch (error) {
          if (!isSent) throw new UnsentCallError(error);
          throw new PaidCallError(error instanceof Error ? error : new Error(messageOf(error)), { costUsd: 0, success: false });
        }
      });
    },
  };
}

function toLocation(raw: unknown, countryCode: string): ProvidedLocation {
  const parsed = Row.safeParse(raw);
  if (!parsed.success)
    throw new OutsideError({ service: SERVICE, kind: 'parse', message: `DataForSEO gave an unreadable list of places for ${countryCode}` });
  const { location_code: locationCode, location_name: name, country_iso_code: country, location_type: type } = parsed.data;
  return { locationCode, name, country: country ?? countryCode, type: type ?? '' };
}
