import type { Config } from '#config';
import type { Clock } from '#kernel/clock.ts';
import { OutsideError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { HttpClient } from '../http-client.ts';
import { PaidCallError, type CallCost, type Spending, type TaskRecord, type TaskRecords } from '../metering.ts';
import { makeProviderClient, type ProviderClient, type TaskAnswer } from './client.ts';
import { NO_SEARCH_RESULTS, SERVICE, toProviderError } from './errors.ts';
import type { SearchData, SerpAnswer, SerpRequest } from './index.ts';
import { makeKeywordData } from './keyword-data.ts';
import { toEmptyPage, toSerpPage, type SerpPage } from './mapper.ts';
import { callPaid, toError } from './paid-call.ts';
import { estimateUsd, requireSerpOperation, toSerpTask } from './serp-operations.ts';
import { makeSerpQueue } from './serp-queue.ts';
import { countSurprise } from './surprises.ts';
import { TaskRecordWire } from './wire.ts';

const SECOND_MS = 1_000;
const RECORDS_PER_CALL = 1_000;
/** The provider allows ten such calls a minute. */
const RECORD_CALLS_MAX = 5;
const FAMILY_WITH_RECORDS = /^\/v3\/(serp|dataforseo_labs|keywords_data|backlinks|on_page|app_data|business_data)\//u;

export interface SearchDataOptions {
  readonly http: HttpClient;
  readonly config: Pick<Config, 'dataforseo'>;
  readonly spending: Spending;
  readonly clock: Clock;
}

/** DataForSEO as the source of result pages (live calls are charged at once, queued ones when they are posted). */
export function makeSearchData({ http, config, spending, clock }: SearchDataOptions): SearchData {
  const client = makeProviderClient({ http, credentials: config.dataforseo });
  return {
    isConfigured: client.isConfigured,
    estimateSerpUsd: (request) => estimateUsd(requireSerpOperation(request, 'live'), request),
    fetchSerp: async (request, scope, signal, onAnswer) => {
      const operation = requireSerpOperation(request, 'live');
      client.requireCredentials();
      const planned = {
        service: 'provider_serp',
        endpoint: operation.path,
        estimateUsd: estimateUsd(operation, request),
        tag: newId('spend_'),
      } as const;
      return await spending.spend(scope, planned, async () => {
        const task = toSerpTask(operation, request, planned.tag);
        const answer = await callPaid(client, { path: operation.path, task, rateClass: 'live', signal, onAnswer });
        return toOutcome(answer, request, clock.now());
      });
    },
    ...makeKeywordData({ client, spending }),
    ...makeSerpQueue({ client, spending, clock }),
    hasRecordsOf: (endpoint) => client.isConfigured && FAMILY_WITH_RECORDS.test(endpoint),
    fetchTaskRecords: (endpoint, span, signal) => fetchTaskRecords(client, { endpoint, ...span, signal }),
  };
}

function toOutcome(answer: TaskAnswer, request: SerpRequest, fetchedAt: Date): { value: SerpAnswer; cost: CallCost } {
  const paid = { costUsd: answer.costUsd, taskId: answer.taskId };
  const page = readPage(answer, request, paid);
  const value: SerpAnswer = { ...page, costUsd: answer.costUsd ?? 0, taskId: answer.taskId ?? '', fetchedAt, provider: 'dataforseo' };
  return { value, cost: { ...paid, success: true, itemsReturned: page.items.length } };
}

function readPage(answer: TaskAnswer, request: SerpRequest, paid: Pick<CallCost, 'costUsd' | 'taskId'>): SerpPage {
  if (answer.code === NO_SEARCH_RESULTS) return toEmptyPage(answer.result?.[0], request);
  if (!answer.ok) throw new PaidCallError(toProviderError(answer.code, answer.message, answer.retryAfterMs), { ...paid, success: false });
  try {
    return toSerpPage(answer.result?.[0], request, countSurprise);
  } catch (error) {
    throw new PaidCallError(toError(error), { ...paid, success: false });
  }
}

async function fetchTaskRecords(
  client: ProviderClient,
  { endpoint, since, until, signal }: { endpoint: string; since: Date; until: Date; signal: AbortSignal | undefined },
): Promise<TaskRecords> {
  const family = FAMILY_WITH_RECORDS.exec(endpoint)?.[1];
  const records: TaskRecord[] = [];
  for (let call = 0; family !== undefined && call < RECORD_CALLS_MAX; call += 1) {
    const asked = {
      datetime_from: toProviderTime(since),
      datetime_to: toProviderTime(endOfSecond(until)),
      limit: RECORDS_PER_CALL,
      offset: records.length,
      sort: 'asc',
      include_metadata: true,
    };
    const [answer] = await client.call(`/v3/${family}/id_list`, [asked], { rateClass: 'id_list', signal });
    if (answer?.ok !== true) throw toProviderError(answer?.code ?? 0, answer?.message ?? '', answer?.retryAfterMs);
    const rows = readTaskRecords(answer.result ?? []);
    records.push(...rows);
    if (rows.length < RECORDS_PER_CALL) return { records, isComplete: true };
  }
  return { records, isComplete: false };
}

function readTaskRecords(result: readonly unknown[]): TaskRecord[] {
  const parsed = TaskRecordWire.array().safeParse(result);
  if (!parsed.success) throw new OutsideError({ service: SERVICE, kind: 'parse', message: 'DataForSEO gave an unreadable list of tasks' });
  return parsed.data.map((row) => ({ taskId: row.id, tag: row.metadata?.tag ?? undefined, costUsd: row.cost ?? 0 }));
}

/** The provider counts in seconds: one that has begun belongs to the span. */
function endOfSecond(instant: Date): Date {
  return new Date(Math.ceil(instant.getTime() / SECOND_MS) * SECOND_MS);
}

/** `yyyy-mm-dd hh:mm:ss +00:00` */
function toProviderTime(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')} +00:00`;
}
