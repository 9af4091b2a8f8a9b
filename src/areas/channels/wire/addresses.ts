import { z } from 'zod';
import { ADDRESS_STATES, type StatedAddress } from '#areas/mail/index.ts';
import { EMAIL_ADDRESSES_MAX } from '../kinds/email.ts';

export const AddressesResponse = z.object({
  success: z.boolean(),
  addresses: z
    .array(
      z.object({
        address: z.string(),
        state: z.enum(ADDRESS_STATES).meta({
          description:
            '`member`: gets mail at once. `confirmed`: by the link in a mail. `waiting`: did not confirm yet. `unsubscribed`: wants no more. `bounced`: the mail server refused the address for good, until the addresses are set again',
        }),
        since: z.string().nullable().meta({ description: 'Of `waiting`: when the link was sent; null: it was not' }),
        reason: z.string().nullable().meta({ description: 'What the mail server said' }),
      }),
    )
    .max(EMAIL_ADDRESSES_MAX),
});

export function toAddressesBody(addresses: readonly StatedAddress[]): z.input<typeof AddressesResponse> {
  return { success: true, addresses: addresses.map(({ since, ...one }) => ({ ...one, since: since?.toISOString() ?? null })) };
}
