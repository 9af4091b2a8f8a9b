import { z } from 'zod';
import { idField, integerField } from '#http/fields.ts';
import { LINK_DAYS_MAX, type Destination } from '../export.ts';

const TEXT_LENGTH_MAX = 200;
const LINK_DAYS = 7;
/** Names between slashes, none of which leads anywhere else. */
const PATH = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/u;
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/u;
const REGION = /^[a-z0-9-]{2,40}$/u;

const Days = integerField({ min: 1, max: LINK_DAYS_MAX }).meta({ description: 'Days for which a link opens the file.' });
const Path = z.string().max(TEXT_LENGTH_MAX).regex(PATH, 'must be names with slashes between, such as reports/weekly');
const Text = z.string().trim().min(1).max(TEXT_LENGTH_MAX);

const Link = z.strictObject({ kind: z.literal('link'), days: Days.default(LINK_DAYS) });
const Folder = z.strictObject({
  kind: z.literal('folder'),
  folder: Path.meta({ description: 'Below the folder of the organization in `EXPORTS_FOLDER`.' }),
});
const Bucket = z.strictObject({
  kind: z.literal('s3'),
  endpoint: z
    .url({ protocol: /^https?$/u, error: 'must be an https address' })
    .max(TEXT_LENGTH_MAX)
    .nullable()
    .default(null)
    .meta({
      description: 'Of a server other than that of AWS.',
    }),
  region: z.string().regex(REGION, 'must be a region like eu-central-1').default('us-east-1'),
  bucket: z.string().regex(BUCKET, 'must be the name of a bucket'),
  prefix: z
    .union([z.literal(''), Path])
    .default('')
    .meta({ description: 'What keys begin with.' }),
  access_key_id: Text,
  secret_access_key: Text.optional().meta({ description: 'Kept sealed, and never answered. Left out: the one that is kept.' }),
});
const Channel = z.strictObject({
  kind: z.literal('channel'),
  channel_id: idField().meta({ description: 'A channel of the kind `webhook`.' }),
  days: Days.default(LINK_DAYS),
});

/** Where files are brought. */
export const DestinationFields = z.discriminatedUnion('kind', [Link, Folder, Bucket, Channel]).meta({
  id: 'ExportDestination',
  description:
    '`link`: nowhere; a link opens the file. `folder`: into a folder of the machine. `s3`: into a bucket. `channel`: a signed message with a link is posted to a receiver.',
});

/** The same without what is secret. */
export const DestinationBody = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('link'), days: z.int() }),
    z.object({ kind: z.literal('folder'), folder: z.string() }),
    z.object({
      kind: z.literal('s3'),
      endpoint: z.string().nullable(),
      region: z.string(),
      bucket: z.string(),
      prefix: z.string(),
      access_key_id: z.string(),
    }),
    z.object({ kind: z.literal('channel'), channel_id: z.string(), days: z.int() }),
  ])
  .meta({ id: 'ShownExportDestination' });

/** What is kept as it is, and what is sealed. */
export function splitDestination(asked: z.output<typeof DestinationFields>): {
  readonly destination: Destination;
  readonly secretAccessKey: string | undefined;
} {
  if (asked.kind !== 's3') return { destination: asked, secretAccessKey: undefined };
  const { secret_access_key: secretAccessKey, ...destination } = asked;
  return { destination, secretAccessKey };
}
