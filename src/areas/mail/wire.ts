import { z } from 'zod';
import { limitField, nameField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import { MAIL_STATUSES, type Mail } from './mail.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 500;
const ADDRESS_LENGTH_MAX = 254;

const addressField = () => z.email('must be an e-mail address').max(ADDRESS_LENGTH_MAX);

export const MailsQuery = z.object({
  status: z.enum(MAIL_STATUSES).optional(),
  kind: nameField().optional(),
  to: addressField().optional().meta({ description: 'Of whom' }),
  limit: limitField(LIMIT_DEFAULT, LIMIT_MAX),
  offset: offsetField(),
});

export const TestMailBody = z.object({ to: addressField().meta({ description: 'Who gets the mail' }) });

const MailBody = z
  .object({
    id: z.string().meta({ description: 'Stands in the `Message-ID` of the mail' }),
    kind: z.string().meta({ description: 'What it was for' }),
    organization_id: z.string().nullable().meta({ description: 'Null: of the service' }),
    to_address: z.string(),
    status: z.enum(MAIL_STATUSES).meta({
      description: '`queued`: waits for a try. `sent`: the mail server took it. `refused`: it takes it never. `failed`: given up.',
    }),
    tries: z.int(),
    error: z.string().nullable().meta({ description: 'Of the last try' }),
    created_at: z.string(),
    next_try_at: z.string().nullable(),
    sent_at: z.string().nullable(),
  })
  .meta({ id: 'Mail' });

export const MailsResponse = z.object({
  success: z.boolean(),
  configured: z.boolean().meta({ description: 'Whether a mail server is set up. Without one links are shown once for copying' }),
  mails: z.array(MailBody),
  ...ListFields,
});
export const SentMailResponse = z.object({ success: z.boolean(), id: z.string() });

export function toMailsBody(mails: readonly Mail[], page: Page, { total, isConfigured }: { total: number; isConfigured: boolean }) {
  return { success: true, configured: isConfigured, mails: mails.map((one) => toBody(MailBody, one)), ...toListFields(mails, page, total) };
}
