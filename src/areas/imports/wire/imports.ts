import { z } from 'zod';
import { dryRunField } from '#areas/costs/index.ts';
import { CHECK_INTERVALS, DEPTH_DEFAULT, DEPTH_MAX, DEPTH_MIN } from '#areas/keywords/index.ts';
import { idField, integerField, integerParam, limitField, nameField, offsetField } from '#http/fields.ts';
import { ListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import { FORMATS } from '../formats/index.ts';
import { AUTO, FILE_BYTES_MAX, IMPORT_STATUSES, type Import } from '../import.ts';
import type { Received } from '../upload/receive-part.ts';
import { Mapping } from '../values/mapping.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 200;
const PARTS_MAX = FILE_BYTES_MAX / (8 * 1_048_576);
export const KINDS = [AUTO, ...FORMATS.map(({ kind }) => kind)] as const;

export const CreateImportBody = z.object({
  project_id: idField(),
  name: nameField().meta({ description: 'The name of the file; some kinds say their market in it.' }),
  kind: z
    .enum(KINDS as unknown as [string, ...string[]])
    .default(AUTO)
    .meta({ description: '`auto` finds it out.' }),
  bytes: integerField({ min: 1, max: Number.MAX_SAFE_INTEGER }).meta({ description: 'The size of the file, 2 GiB at most.' }),
});

export const ListImportsQuery = z.object({
  project_id: idField(),
  status: z.enum(IMPORT_STATUSES).optional(),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

export const ImportParams = z.object({ import_id: idField() });
export const PartParams = z.object({ import_id: idField(), part: integerParam({ max: PARTS_MAX }) });
export const PartQuery = z.object({
  offset: integerParam({ max: FILE_BYTES_MAX }).meta({ description: 'Where the part begins in the file.' }),
  sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/u, 'must be 64 hexadecimal digits')
    .optional()
    .meta({ description: 'Of the bytes of the part, which are held against it. A browser can work it out over https only.' }),
});
export const MappingBody = Mapping;
export const CommitBody = z.object({
  accept_rejects: z.boolean().default(false).meta({ description: 'Also when more than half of the rows are rejected.' }),
  dry_run: dryRunField(),
});

export const TrackImportBody = z.object({
  check_interval: z.enum(CHECK_INTERVALS).default('daily'),
  depth: integerField({ min: DEPTH_MIN, max: DEPTH_MAX }).default(DEPTH_DEFAULT).meta({ description: 'Results to read.' }),
  labels: z
    .boolean()
    .default(true)
    .meta({ description: 'Gives keywords the tags and stars that they had there. Undoing the import leaves them.' }),
  dry_run: dryRunField(),
});
export const TrackImportResponse = z.object({
  success: z.boolean(),
  import_id: z.string(),
  keywords_tracked: z.int().meta({ description: 'Those of before included.' }),
  keywords_new: z.int(),
  keywords_queued: z.int().meta({ description: 'First checks that began.' }),
  keywords_refused: z.int().meta({ description: 'Texts that no check could ask for, such as those of more than 10 words.' }),
  keywords_tagged: z.int(),
  keywords_starred: z.int(),
  tags_refused: z
    .array(z.string())
    .max(200)
    .meta({ description: 'Tags that the project, or one of the keywords, had no room for; the first 200.' }),
});

const DetectionBody = z.object({
  sure: z.number().meta({ description: 'From 0 to 1.' }),
  why: z.string(),
  notes: z.array(z.string()).max(20).meta({ description: 'What is assumed or lacks.' }),
  questions: z.array(z.string()).max(20).meta({ description: 'What only you can say: fields of the mapping.' }),
  columns: z.array(z.string()).max(5_000).nullable().meta({ description: 'Of a table, as they stand there; null in lists.' }),
});

export const ImportBody = z
  .object({
    id: z.string(),
    project_id: z.string(),
    name: z.string(),
    kind: z.string().nullable().meta({ description: 'Null: not found out yet.' }),
    status: z.enum(IMPORT_STATUSES),
    bytes: z.number(),
    sha256: z.string().nullable(),
    detection: DetectionBody.nullable(),
    mapping: Mapping,
    points: z.number().meta({ description: 'Points that were written.' }),
    workflow_id: z.string().nullable(),
    error: z.string().nullable(),
    made_by: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    committed_at: z.string().nullable(),
    undone_at: z.string().nullable(),
    file_removed_at: z.string().nullable().meta({ description: 'Since when only the hash and the counts are kept.' }),
  })
  .meta({ id: 'Import' });

export const ImportResponse = z.object({ success: z.boolean(), import: ImportBody });
export const ImportListResponse = z.object({ success: z.boolean(), imports: z.array(ImportBody), ...ListFields });
export const PartResponse = z.object({
  success: z.boolean(),
  offset: z.number().meta({ description: 'Bytes that have arrived; the next part begins there.' }),
  complete: z.boolean(),
});

export function toImportBody({ detection, ...record }: Import): z.input<typeof ImportBody> {
  return toBody(ImportBody, { ...record, detection: detection && toDetectionBody(detection) });
}

/** A page of imports would be large with the columns of each. */
export function toListedImportBody({ detection, ...record }: Import): z.input<typeof ImportBody> {
  return toImportBody({ ...record, detection: detection && { ...detection, columns: undefined } });
}

function toDetectionBody({ sure, why, notes, questions, columns }: NonNullable<Import['detection']>): z.input<typeof DetectionBody> {
  return { sure, why, notes: [...notes], questions: [...questions], columns: columns === undefined ? null : [...columns] };
}

export function toPartBody({ offset, isComplete }: Received): z.input<typeof PartResponse> {
  return { success: true, offset, complete: isComplete };
}
