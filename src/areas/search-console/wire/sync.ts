import { z } from 'zod';
import { dayParam, idField, inOrder, limitField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { listLacks, SEARCH_TYPES } from '../binding/binding.ts';
import type { Bound } from '../binding/bind-project.ts';
import { LacksField } from '../performance/wire.ts';
import type { ShownSync } from '../sync/get-sync.ts';
import type { ListedDay } from '../sync/store/days.ts';
import { DAY_STATES, SYNC_STATUSES } from '../sync/sync.ts';

const DAYS_MAX = 500;

export const ProjectParams = z.object({ project_id: idField() });
export const BindBody = z.object({
  property_id: idField(),
  type: z.enum(SEARCH_TYPES).default('web').meta({
    description:
      'The kind of search whose clicks are collected. `discover` and `googleNews` have no queries and no positions, and `discover` no devices',
  }),
});
export const DaysQuery = z
  .object({
    from: dayParam().optional().meta({ description: 'First Pacific day; 16 months ago unless given' }),
    to: dayParam().optional(),
    limit: limitField(100, DAYS_MAX),
    offset: offsetField(),
  })
  .refine(...inOrder('from', 'to'));
export const ResyncBody = z.object({
  from: dayParam().optional().meta({ description: 'First Pacific day to read again, final ones too' }),
  to: dayParam().optional(),
});

const CoverageBody = z
  .object({
    from: z.string().meta({ description: 'The first day of which Google has something' }),
    to: z.string().meta({ description: 'The day it is in Pacific time' }),
    final: z.int(),
    partial: z.int().meta({ description: 'Google counts on: they are read again each day' }),
    failed: z.int(),
    missing: z.int().meta({ description: 'Not read yet, or nothing of them at Google yet' }),
    cut: z.int().meta({ description: 'Days of which Google has more rows than the 50,000 that it gives' }),
    first_day: z.string().nullable(),
    last_day: z.string().nullable(),
    last_final_day: z.string().nullable(),
    fetched_at: z.string().nullable(),
  })
  .meta({ id: 'SearchConsoleCoverage' });

const SyncBody = z
  .object({
    status: z.enum(SYNC_STATUSES).meta({ description: '`paused`: goes on by itself at `paused_until`' }),
    fault: z.string().nullable(),
    cause: z.string().nullable(),
    next_step: z.string().nullable(),
    paused_until: z.string().nullable(),
    days_due: z.int().meta({ description: 'That this run is to read' }),
    days_done: z.int(),
    workflow_id: z.string().nullable(),
    began_at: z.string().nullable(),
    ended_at: z.string().nullable(),
    coverage: CoverageBody,
  })
  .meta({ id: 'SearchConsoleSync' });

export const SyncResponse = z.object({ success: z.boolean(), sync: SyncBody });
export const BoundResponse = z.object({
  success: z.boolean(),
  bound: z.boolean(),
  property: z
    .object({ id: z.string(), site_url: z.string(), permission: z.string(), can_read: z.boolean() })
    .nullable()
    .meta({ description: 'Null: the project reads none' }),
  type: z.enum(SEARCH_TYPES).nullable(),
  lacks: LacksField,
  since: z.string().nullable(),
  sync: SyncBody.nullable(),
});
export const UnboundResponse = z.object({ success: z.boolean(), project_id: z.string() });
export const StartedResponse = z.object({
  success: z.boolean(),
  workflow_id: z.string(),
  days_wanted: z.int().meta({ description: 'Days that are read again though they were there' }),
});

const DayBody = z
  .object({
    day: z.string(),
    state: z.enum([...DAY_STATES, 'missing']),
    is_cut: z
      .boolean()
      .meta({ description: 'Google has more rows of it than the 50,000 that it gives: sums by query and page are too low' }),
    clicks: z.int().nullable().meta({ description: 'Of the property, with what has no name; null: never read' }),
    impressions: z.int().nullable(),
    fetched_at: z.string().nullable(),
    error: z.string().nullable().meta({ description: 'Why the last try failed; what was read before stays' }),
    is_wanted: z.boolean().meta({ description: 'It waits to be read again' }),
  })
  .meta({ id: 'SearchConsoleDay' });
export const DaysResponse = z.object({ success: z.boolean(), days: z.array(DayBody), ...ListFields });

export function toSyncBody({ sync, coverage, span, missing }: ShownSync): z.input<typeof SyncBody> {
  const { from, to } = span;
  return toBody(SyncBody, { ...sync, coverage: toBody(CoverageBody, { ...coverage, from, to, missing }) });
}

export function toBoundBody(bound: Bound | undefined, shown: ShownSync | undefined): z.input<typeof BoundResponse> {
  if (bound === undefined) return { success: true, bound: false, property: null, type: null, lacks: [], since: null, sync: null };
  const { binding, property } = bound;
  return {
    success: true,
    bound: true,
    property: { id: property.id, site_url: property.siteUrl, permission: property.permission, can_read: property.canRead },
    type: binding.type,
    lacks: [...listLacks(binding.type)],
    since: binding.createdAt.toISOString(),
    sync: shown === undefined ? null : toSyncBody(shown),
  };
}

export function toDayBody({ totalsClicks: clicks, totalsImpressions: impressions, ...day }: ListedDay): z.input<typeof DayBody> {
  return toBody(DayBody, { ...day, clicks, impressions });
}
