import type { AppContext } from '#context';
import type { Page } from '#kernel/lists.ts';
import type { Mail } from './mail.ts';
import { mailList, type MailFilter } from './store.ts';

/** Newest first, and how many there are in all. */
export async function listMails(
  { postgres }: Pick<AppContext, 'postgres'>,
  { limit, offset, ...filter }: MailFilter & Page,
): Promise<{ mails: Mail[]; total: number }> {
  const { rows: mails, total } = await mailList.read(postgres, filter, { limit, offset });
  return { mails, total };
}
