import { z } from 'zod';
import { integerField } from '#http/fields.ts';
import { LINK_DAYS_MAX } from '../export.ts';

const Days = integerField({ min: 1, max: LINK_DAYS_MAX }).meta({ description: 'Days for which a link opens the file.' });

/** Where files are brought. */
export const DestinationFields = z
  .discriminatedUnion('kind', [z.strictObject({ kind: z.literal('link'), days: Days.default(7) })])
  .meta({ id: 'ExportDestination', description: '`link`: nowhere; a link opens the file.' });

/** The same without what is secret. */
export const DestinationBody = z
  .discriminatedUnion('kind', [z.object({ kind: z.literal('link'), days: z.int() })])
  .meta({ id: 'ShownExportDestination' });
