import { z } from 'zod';
import { booleanParam, idField, limitField, listField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import type { ShownEntry } from '../inbox/list-inbox.ts';
import { SEVERITIES } from '../notice.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;
const IDS_MAX = 200;

export const InboxQuery = z.object({
  project_id: idField().optional(),
  severity: z.enum(SEVERITIES).optional(),
  unread: booleanParam().optional().meta({ description: 'Only what the person has not read; a key has read nothing' }),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

export const ReadInboxBody = z
  .object({
    until_id: idField().optional().meta({ description: 'This entry, and all that are older' }),
    ids: listField(idField(), { min: 1, max: IDS_MAX }).optional(),
  })
  .refine(({ until_id: untilId, ids }) => (untilId === undefined) !== (ids === undefined), {
    path: ['until_id'],
    message: 'must be given, or else ids',
  });

const EntryBody = z
  .object({
    id: z.string(),
    event: z.string(),
    severity: z.enum(SEVERITIES),
    title: z.string(),
    text: z.string(),
    project_id: z.string().nullable(),
    project_name: z.string().nullable(),
    path: z.string().meta({ description: 'In the console' }),
    at: z.string(),
    ended_at: z.string().nullable().meta({ description: 'Since when what it says is over. Null: it is not, or it says nothing that ends' }),
    read: z.boolean().nullable().meta({ description: 'Null: a key has read nothing' }),
  })
  .meta({ id: 'InboxEntry' });

export const InboxResponse = z.object({
  success: z.boolean(),
  entries: z.array(EntryBody),
  unread: z.int().nullable().meta({ description: 'Of the caller, at most 1,000 are counted; null for keys' }),
  ...ListFields,
});
export const ReadInboxResponse = z.object({ success: z.boolean(), unread: z.int() });

export function toInboxBody(
  { entries, total, unread }: { readonly entries: readonly ShownEntry[]; readonly total: number; readonly unread: number | null },
  page: Page,
): z.input<typeof InboxResponse> {
  return {
    success: true,
    entries: entries.map(({ isRead, ...entry }) => toBody(EntryBody, { ...entry, read: isRead })),
    unread,
    ...toListFields(entries, page, total),
  };
}
