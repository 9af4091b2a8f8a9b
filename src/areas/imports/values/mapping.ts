import { z } from 'zod';
import { languageCodeField, locationCodeField } from '#areas/projects/index.ts';
import { DATE_ORDERS } from './dates.ts';

/** Contents that a column of a table can have. */
export const COLUMN_ROLES = [
  'keyword',
  'date',
  'position',
  'url',
  'domain',
  'device',
  'location',
  'language',
  'engine',
  'depth',
  'tags',
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

const COLUMN_LENGTH_MAX = 300;
const MEANINGS_MAX = 200;
const POSITION_MAX = 1_000;

/** Meaning, said by the user, of a text that stands where a position is expected. */
export const Meaning = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('ranked'), position: z.int().min(1).max(POSITION_MAX) }),
  z.object({ outcome: z.literal('not_found'), depth: z.int().min(1).max(POSITION_MAX).nullable() }),
  z.object({ outcome: z.literal('unknown') }),
]);
export type Meaning = z.output<typeof Meaning>;

/** The way in which the values of a file are read; what is left out, the file must say. */
export const Mapping = z.object({
  columns: z.partialRecord(z.enum(COLUMN_ROLES), z.string().min(1).max(COLUMN_LENGTH_MAX)).optional(),
  /** `wide`: each day is a column of its own. */
  layout: z.enum(['long', 'wide']).optional(),
  date_order: z.enum(DATE_ORDERS).optional(),
  /** The zone in which the days of the other program begin. */
  time_zone: z.string().max(60).optional(),
  /** The day of a file that names none. */
  day: z.iso.date().optional(),
  domain: z.string().max(253).optional(),
  device: z.enum(['desktop', 'mobile']).optional(),
  location_code: locationCodeField().optional(),
  language_code: languageCodeField().optional(),
  engine: z.string().max(20).optional(),
  /** To which place the other program read, where a position that was not found does not say it. */
  depth: z.int().min(1).max(POSITION_MAX).optional(),
  scale: z.enum(['organic', 'page', 'unknown']).optional(),
  meanings: z
    .record(z.string().max(100), Meaning)
    .refine((meanings) => Object.keys(meanings).length <= MEANINGS_MAX, `must have at most ${MEANINGS_MAX}`)
    .optional(),
});
export type Mapping = z.output<typeof Mapping>;
