import { SECOND_MS } from '#kernel/durations.ts';
import { OutsideError } from '#kernel/errors.ts';
import type { RecordSpan, TaskRecordSource, TaskRecord, TaskRecords } from '#providers/metering.ts';
import type { ProviderClient } from '../client.ts';
import { SERVICE, toProviderError } from '../errors.ts';
import { NOTICED_FROM_MS, type ProviderClock } from '../provider-clock.ts';
import { TaskRecordWire } from '../wire.ts';

const RECORDS_PER_CALL = 1_000;
/** The provider allows ten such calls a minute. */
const RECORD_CALLS_MAX = 5;
/** A busy minute has ten thousand tasks, and a lost post may be the last of them. */
const SEARCH_CALLS_MAX = 30;
const FAMILY_WITH_RECORDS = /^\/v3\/(serp|dataforseo_labs|keywords_data|backlinks|on_page|app_data|business_data|ai_optimization)\//u;
/** Those of them that this service calls; a new operation brings its family along. */
const CALLED_FAMILIES = [
  '/v3/serp/',
  '/v3/dataforseo_labs/',
  '/v3/keywords_data/',
  '/v3/backlinks/',
  '/v3/on_page/',
  '/v3/app_data/',
  '/v3/ai_optimization/',
];

/** The provider's list of the tasks of each family of its functions, with what each cost. */
export function makeTaskRecordSource(client: ProviderClient, theirClock: Pick<ProviderClock, 'aheadMs'>): TaskRecordSource {
  return {
    families: CALLED_FAMILIES,
    hasRecordsOf: (endpoint) => client.isConfigured && FAMILY_WITH_RECORDS.test(endpoint),
    fetchTaskRecords: async (endpoint, span, signal) => {
      const read = async (aheadMs: number): Promise<TaskRecords> =>
        toOurTime(await fetchTaskRecords(client, { endpoint, ...toTheirTime(span, aheadMs), signal }), aheadMs);
      const aheadMs = theirClock.aheadMs();
      const found = await read(aheadMs);
      // These answers may have corrected the known clock difference; then the wrong span was read.
      return Math.abs(theirClock.aheadMs() - aheadMs) < NOTICED_FROM_MS ? found : await read(theirClock.aheadMs());
    },
  };
}

function toTheirTime(span: RecordSpan, aheadMs: number): RecordSpan {
  return { ...span, since: new Date(span.since.getTime() + aheadMs), until: new Date(span.until.getTime() + aheadMs) };
}

function toOurTime({ records, isComplete }: TaskRecords, aheadMs: number): TaskRecords {
  return { isComplete, records: records.map((one) => ({ ...one, postedAt: new Date(one.postedAt.getTime() - aheadMs) })) };
}

async function fetchTaskRecords(
  client: ProviderClient,
  { endpoint, since, until, wantedTags, signal }: RecordSpan & { readonly endpoint: string; readonly signal: AbortSignal | undefined },
): Promise<TaskRecords> {
  const family = FAMILY_WITH_RECORDS.exec(endpoint)?.[1];
  const records: TaskRecord[] = [];
  const missing = new Set(wantedTags);
  const callsMax = wantedTags === undefined ? RECORD_CALLS_MAX : SEARCH_CALLS_MAX;
  for (let call = 0; family !== undefined && call < callsMax; call += 1) {
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
    const rows = readTaskRecords(answer.result ?? [], since);
    records.push(...rows);
    if (rows.length < RECORDS_PER_CALL) return { records, isComplete: true };
    for (const { tag } of rows) if (tag !== undefined) missing.delete(tag);
    if (wantedTags !== undefined && missing.size === 0) break;
  }
  return { records, isComplete: false };
}

/** A task without a date is taken for one of the beginning. */
function readTaskRecords(result: readonly unknown[], since: Date): TaskRecord[] {
  const parsed = TaskRecordWire.array().safeParse(result);
  if (!parsed.success) throw new OutsideError({ service: SERVICE, kind: 'parse', message: 'DataForSEO gave an unreadable list of tasks' });
  return parsed.data.map((row) => ({
    taskId: row.id,
    tag: row.metadata?.tag ?? undefined,
    costUsd: row.cost ?? 0,
    endpoint: row.url?.replace(/^\/?/u, '/'),
    postedAt: parseTime(row.datetime_posted) ?? since,
  }));
}

function parseTime(text: string | null | undefined): Date | undefined {
  const instant = new Date(text ?? '');
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

/** The provider counts in seconds: one that has begun belongs to the span. */
function endOfSecond(instant: Date): Date {
  return new Date(Math.ceil(instant.getTime() / SECOND_MS) * SECOND_MS);
}

/** `yyyy-mm-dd hh:mm:ss +00:00` */
function toProviderTime(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')} +00:00`;
}
