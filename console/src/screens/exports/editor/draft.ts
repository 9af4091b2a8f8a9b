import type { Export, PutExportsByExportIdData } from '#client';
import { toLines } from '#data/answers/list-source.ts';
import type { Timing } from '#screens/schedules/say-when.ts';

type Body = NonNullable<PutExportsByExportIdData['body']>;
type Destination = NonNullable<Body['destination']>;

/** An export while it is changed: filters as lines, destinations as texts. */
export interface Draft extends Timing {
  readonly name: string;
  readonly filters: string;
  readonly format: Export['format'];
  readonly kind: Destination['kind'];
  readonly days: number;
  readonly folder: string;
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly keyId: string;
  readonly secret: string;
  readonly channelId: string;
  readonly keepDays: number;
  readonly isOn: boolean;
}

const LINK_DAYS = 7;
const REGION = 'us-east-1';

export function toDraft(one: Export): Draft {
  const { destination: to } = one;
  const s3 = to.kind === 's3' ? to : undefined;
  return {
    name: one.name,
    filters: toLines({ ...one.params, ...one.query }),
    format: one.format,
    every: one.every,
    at: one.at,
    weekday: one.weekday,
    day_of_month: one.day_of_month,
    time_zone: one.time_zone,
    kind: to.kind,
    days: 'days' in to ? to.days : LINK_DAYS,
    folder: to.kind === 'folder' ? to.folder : 'reports',
    endpoint: s3?.endpoint ?? '',
    region: s3?.region ?? REGION,
    bucket: s3?.bucket ?? '',
    prefix: s3?.prefix ?? '',
    keyId: s3?.access_key_id ?? '',
    secret: '',
    channelId: to.kind === 'channel' ? to.channel_id : '',
    keepDays: one.keep_days,
    isOn: one.enabled,
  };
}

export function toBody(draft: Draft, { params }: Pick<Export, 'params'>): Body {
  const { every } = draft;
  return {
    name: draft.name.trim(),
    ...toSelection(draft.filters, Object.keys(params)),
    format: draft.format,
    every,
    at: draft.at,
    ...(every === 'week' && { weekday: draft.weekday ?? 1 }),
    ...(every === 'month' && { day_of_month: draft.day_of_month ?? 1 }),
    time_zone: draft.time_zone,
    destination: toDestination(draft),
    keep_days: draft.keepDays,
    enabled: draft.isOn,
  };
}

function toDestination(draft: Draft): Destination {
  if (draft.kind === 'link') return { kind: 'link', days: draft.days };
  if (draft.kind === 'folder') return { kind: 'folder', folder: draft.folder.trim() };
  if (draft.kind === 'channel') return { kind: 'channel', channel_id: draft.channelId, days: draft.days };
  return {
    kind: 's3',
    endpoint: draft.endpoint.trim() || null,
    region: draft.region.trim(),
    bucket: draft.bucket.trim(),
    prefix: draft.prefix.trim(),
    access_key_id: draft.keyId.trim(),
    ...(draft.secret !== '' && { secret_access_key: draft.secret }),
  };
}

/** What is typed as `name=value` lines, apart by what stands in the path of the list. A name that is there twice is a list. */
export function toSelection(
  lines: string,
  params: readonly string[],
): { params: Record<string, string>; query: Record<string, string | string[]> } {
  const given = new Map<string, string[]>();
  for (const line of lines.split('\n')) {
    const at = line.indexOf('=');
    const name = (at === -1 ? line : line.slice(0, at)).trim();
    if (name !== '') given.set(name, [...(given.get(name) ?? []), at === -1 ? '' : line.slice(at + 1).trim()]);
  }
  const entries = [...given].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values] as const);
  return {
    params: Object.fromEntries(entries.filter(([name]) => params.includes(name)).map(([name, value]) => [name, String(value)])),
    query: Object.fromEntries(entries.filter(([name]) => !params.includes(name))),
  };
}
