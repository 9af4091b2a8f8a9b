import { z } from 'zod';
import { idField, integerField, limitField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { hasFile, LINK_DAYS_MAX, RUN_STATUSES, type ExportRun } from '../export.ts';
import type { Link } from '../links/make-link.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 500;

export const RunParams = z.object({ export_id: idField(), run_id: idField() });
export const RunsQuery = z.object({ limit: limitField(LIMIT_DEFAULT, LIMIT_MAX), offset: offsetField() });
export const LinkBody = z.object({
  days: integerField({ min: 1, max: LINK_DAYS_MAX }).optional().meta({ description: 'Those of the export unless given, else 7.' }),
});
export const LinkParams = z.object({ token: idField() });

export const RunBody = z
  .object({
    id: z.string(),
    export_id: z.string(),
    status: z.enum(RUN_STATUSES).meta({
      description:
        '`done`: the file holds all of the list. `partial`: there is a file, and `reason` says what it lacks. `refused`: who made the export may not see the list any more. `failed`: there is no file.',
    }),
    reason: z.string().nullable(),
    started_by: z.enum(['hand', 'schedule']),
    due_at: z.string().nullable(),
    missed: z.int().meta({ description: 'Times of the schedule before it for which none was made: the service was not running.' }),
    rows: z.int().meta({ description: 'In the file; of one that is running, read so far.' }),
    total: z.int().nullable().meta({ description: 'What the list says that it has; null: it does not say, or was not asked yet.' }),
    bytes: z.int().nullable(),
    sha256: z.string().nullable(),
    file_name: z.string().nullable(),
    has_file: z.boolean(),
    file_removed_at: z.string().nullable(),
    delivered_to: z.string().nullable(),
    created_at: z.string(),
    started_at: z.string().nullable(),
    ended_at: z.string().nullable(),
  })
  .meta({ id: 'ExportRun' });

export const RunResponse = z.object({ success: z.boolean(), run: RunBody });
export const RunListResponse = z.object({ success: z.boolean(), runs: z.array(RunBody), ...ListFields });
export const LinkResponse = z.object({ success: z.boolean(), url: z.string(), ends_at: z.string() });
export const EndLinksResponse = z.object({ success: z.boolean(), run_id: z.string(), ended: z.boolean() });

export function toRunBody(run: ExportRun): z.input<typeof RunBody> {
  return toBody(RunBody, { ...run, hasFile: hasFile(run) });
}

export function toLinkBody({ url, endsAt }: Link): z.input<typeof LinkResponse> {
  return { success: true, url, ends_at: endsAt.toISOString() };
}
