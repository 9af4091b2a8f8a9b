import { listDays } from '#kernel/days.ts';
import { makeClock } from '#kernel/clock.ts';
import { makeLogger } from '#kernel/logger.ts';
import { makeHttpClient } from '#providers/http-client.ts';
import type { Credentials, Dimension, PerformanceRow } from '#providers/search-console/index.ts';
import { makeSearchConsole } from '#providers/search-console/make-search-console.ts';
import { readServiceAccount } from '#providers/search-console/service-account.ts';
import { toSandboxSettings } from '#providers/search-console/settings.ts';
import type { MadeCount, MadeDay } from './search-console-rows.ts';
import type { SandboxClient } from './sandbox-client.ts';

const ROWS_MAX = 25_000;

/** The days of a property as the sandbox's Search Console answers them, in the three shapes that they are kept in. */
export async function readTwinDays(
  { sandbox, control }: Pick<SandboxClient, 'control'> & { readonly sandbox: { readonly url: string } },
  siteUrl: string,
  span: { from: string; to: string },
): Promise<MadeDay[]> {
  const http = makeHttpClient({ logger: makeLogger('silent'), allowedPrivateOrigins: [sandbox.url] });
  const google = makeSearchConsole({ http, clock: makeClock(), settings: toSandboxSettings(sandbox.url) });
  const { body } = await control<{ service_account: object }>('/_sandbox/search-console');
  const credentials: Credentials = { kind: 'service_account', account: await readServiceAccount(JSON.stringify(body.service_account)) };
  const read = async (day: string, dimensions: readonly Dimension[]): Promise<MadeCount[]> => {
    const asked = { startDate: day, endDate: day, dimensions, type: 'web', dataState: 'all', rowLimit: ROWS_MAX, startRow: 0 } as const;
    const { rows } = await google.fetchPerformance(credentials, siteUrl, { ...asked, aggregation: 'auto' });
    return rows.map((row) => toCount(row, dimensions));
  };
  const days: MadeDay[] = [];
  for (const day of listDays(span.from, span.to))
    days.push({
      day,
      totals: await read(day, ['country', 'device']),
      queries: await read(day, ['query', 'country', 'device']),
      pages: await read(day, ['page', 'query', 'country', 'device']),
    });
  await http.close();
  return days;
}

function toCount({ keys, clicks, impressions, position }: PerformanceRow, dimensions: readonly Dimension[]): MadeCount {
  const named = Object.fromEntries(dimensions.map((name, at) => [name, name === 'device' ? keys[at]?.toLowerCase() : keys[at]]));
  return { ...named, clicks, impressions, position };
}
