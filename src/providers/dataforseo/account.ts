import { z } from 'zod';
import { OutsideError } from '#kernel/errors.ts';
import type { ProviderClient } from './client.ts';
import { SERVICE, toProviderError, toTaskStatus } from './errors.ts';
import type { Spending } from '../metering.ts';
import type { AccountData, LocationLists, ProviderTaskState } from '../search-data/account.ts';
import { makeLocationLists } from './locations.ts';

const ADS_STATUS = '/v3/keywords_data/google_ads/status';
const STATUS = '/v3/appendix/status';
const USER_DATA = '/v3/appendix/user_data';
const FAMILY = /^\/v3\/([a-z_]+)\//u;
const ROWS_PER_CALL = 1_000;
const CALLS_MAX = 3;

const AdsStatusWire = z.object({
  actual_data: z.boolean().nullish(),
  date_update: z.string().nullish(),
  last_year_in_monthly_searches: z.int().nullish(),
  last_month_in_monthly_searches: z.int().nullish(),
});

const DayLimit = z.object({ day: z.object({ total: z.number().nullish() }).nullish() }).nullish();
const UserDataWire = z.object({
  money: z.object({ balance: z.number().nullish(), limits: DayLimit }).nullish(),
  rates: z.object({ limits: DayLimit }).nullish(),
});

const ApiStatusWire = z.object({ api: z.string(), status: z.string().nullish() });
const APIS_OF_OURS: ReadonlySet<string> = new Set(['serp', 'keywords_data', 'dataforseo_labs']);

const TaskRow = z.object({
  id: z.string(),
  url: z.string().nullish(),
  datetime_posted: z.string().nullish(),
  datetime_done: z.string().nullish(),
  status: z.coerce.number().nullish().catch(null),
  cost: z.number().nullish(),
});

/** What the provider says of itself, of the account and of its locations. All of it is free. */
export function makeFreeData(tools: { readonly client: ProviderClient; readonly spending: Spending }): AccountData & LocationLists {
  return { ...makeAccountData(tools.client), ...makeLocationLists(tools) };
}

export function makeAccountData(client: ProviderClient): AccountData {
  return {
    fetchAdsStatus: async (signal) => {
      const status = await getOne(client, ADS_STATUS, { schema: AdsStatusWire, rateClass: 'reference', signal });
      const [year, month] = [status.last_year_in_monthly_searches, status.last_month_in_monthly_searches];
      return {
        isUpToDate: status.actual_data ?? false,
        updatedOn: status.date_update ?? null,
        lastMonth: typeof year === 'number' && typeof month === 'number' ? { year, month } : null,
      };
    },
    fetchTroubles: async (signal) => {
      const answer = await client.get(STATUS, { rateClass: 'status', signal });
      if (!answer.ok) throw toProviderError(answer.code, answer.message, answer.retryAfterMs);
      const apis = (answer.result ?? []).flatMap((row) => ApiStatusWire.safeParse(row).data ?? []);
      return apis.filter(({ api, status }) => APIS_OF_OURS.has(api) && status !== 'ok').map(({ api }) => api);
    },
    fetchAccount: async (signal) => {
      const { money, rates } = await getOne(client, USER_DATA, { schema: UserDataWire, rateClass: 'user_data', signal });
      return { balanceUsd: money?.balance ?? null, dailyLimit: money?.limits?.day?.total ?? rates?.limits?.day?.total ?? null };
    },
    findProviderTask: async (endpoint, taskId, span, signal) => await findTask(client, { endpoint, taskId, ...span, signal }),
  };
}

interface Reading<Schema> {
  readonly schema: Schema;
  readonly rateClass: string;
  readonly signal: AbortSignal | undefined;
}

async function getOne<Schema extends z.ZodType>(
  client: ProviderClient,
  path: string,
  { schema, rateClass, signal }: Reading<Schema>,
): Promise<z.output<Schema>> {
  const answer = await client.get(path, { rateClass, signal });
  if (!answer.ok) throw toProviderError(answer.code, answer.message, answer.retryAfterMs);
  const parsed = schema.safeParse(answer.result?.[0]);
  if (parsed.success) return parsed.data;
  throw new OutsideError({ service: SERVICE, kind: 'parse', message: `DataForSEO gave an unreadable answer to ${path}` });
}

interface TaskSearch {
  readonly endpoint: string;
  readonly taskId: string;
  readonly since: Date;
  readonly until: Date;
  readonly signal: AbortSignal | undefined;
}

async function findTask(client: ProviderClient, search: TaskSearch): Promise<ProviderTaskState | undefined> {
  const family = FAMILY.exec(search.endpoint)?.[1];
  if (family === undefined) return undefined;
  for (let call = 0; call < CALLS_MAX; call += 1) {
    const asked = {
      datetime_from: toProviderTime(search.since),
      datetime_to: toProviderTime(search.until),
      limit: ROWS_PER_CALL,
      offset: call * ROWS_PER_CALL,
      sort: 'asc',
    };
    const [answer] = await client.call(`/v3/${family}/id_list`, [asked], { rateClass: 'id_list', signal: search.signal });
    if (answer?.ok !== true) throw toProviderError(answer?.code ?? 0, answer?.message ?? '', answer?.retryAfterMs);
    const rows = answer.result ?? [];
    const found = rows.flatMap((row) => TaskRow.safeParse(row).data ?? []).find((row) => row.id === search.taskId);
    if (found !== undefined) return toTaskState(found);
    if (rows.length < ROWS_PER_CALL) return undefined;
  }
  return undefined;
}

function toTaskState(row: z.output<typeof TaskRow>): ProviderTaskState {
  return {
    taskId: row.id,
    status: toTaskStatus(row.status ?? null),
    code: row.status ?? null,
    endpoint: row.url ?? null,
    costUsd: row.cost ?? null,
    postedAt: toInstant(row.datetime_posted),
    doneAt: toInstant(row.datetime_done),
  };
}

function toInstant(text: string | null | undefined): Date | null {
  const instant = new Date(text ?? Number.NaN);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/** `yyyy-mm-dd hh:mm:ss +00:00` */
function toProviderTime(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')} +00:00`;
}
