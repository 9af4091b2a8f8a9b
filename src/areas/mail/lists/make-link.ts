import type { AppContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { newShareToken } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { LinkPurpose } from './mail-list.ts';
import { insertLink } from './link-store.ts';

/** Mails are read late, and kept; who is asked decides soon or not at all. */
const DAYS: Readonly<Record<LinkPurpose, number>> = { confirm: 7, unsubscribe: 180 };

export interface MadeLink {
  readonly url: string;
  readonly endsAt: Date;
}

/** A link by which the owner of an address decides. What is stored of it is a hash. */
export async function makeLink(
  { clock, consoleUrl }: Pick<AppContext, 'clock' | 'consoleUrl'>,
  tx: Transaction,
  { mailAddressId, purpose }: { readonly mailAddressId: string; readonly purpose: LinkPurpose },
): Promise<MadeLink> {
  const token = newShareToken();
  const now = clock.realNow();
  const endsAt = new Date(now + DAYS[purpose] * DAY_MS);
  await insertLink(tx, { tokenHash: hashKey(token), mailAddressId, purpose, createdAt: new Date(now), endsAt });
  return { url: `${consoleUrl().replace(/\/+$/u, '')}/api/public/mail/${token}`, endsAt };
}
