import type { AppContext } from '#context';
import { invalid } from '#kernel/errors.ts';
import { hashId, newId } from '#kernel/ids.ts';
import type { Sql, Transaction } from '#stores/postgres/types.ts';
import { findAddressProblem } from '#providers/mail/address.ts';
import type { OutgoingMail } from '#providers/mail/index.ts';
import { noMail } from '#providers/mail/no-mail.ts';
import type { Mail } from './mail.ts';
import { insertMail, selectMails } from './store.ts';

/** As which its text lies in the secret store; archives leave these out. */
export const MAIL_SECRET = 'mail';
/** Mail programs cut what is longer than 100 KB; a report may be some times that. */
const LENGTH_MAX = 500_000;

export interface NewMail extends OutgoingMail {
  /** What it is for, such as `invitation`: shown with what became of it. */
  readonly kind: string;
  /** The same for the same mail: a second one under it is an error of the caller. A new one unless given; it makes the `Message-ID`. */
  readonly id?: string | undefined;
  /** Null: of the service. */
  readonly organizationId: string | null;
  /** It is not tried any more after this instant of real time, as when the link in it has ended. */
  readonly giveUpAt?: Date | undefined;
}

type MailContext = Pick<AppContext, 'clock' | 'workflows' | 'secrets' | 'mail'>;

/**
 * Sends a mail to one person, by a workflow that begins when the caller's transaction commits: tried for 17 hours while the server does
 * not take it. A crash between the server's answer and its record sends it once more, under the same `Message-ID`. Ask
 * `ctx.mail.isConfigured` first where a link can be shown in its place.
 * @returns the id under which `findMails` says what became of it
 * @throws AppError `not_configured` without a mail server; `invalid` for an address that is none, or a mail that is too long
 */
export async function sendMail(
  ctx: MailContext,
  tx: Transaction,
  { id = newId('mail_'), kind, organizationId, giveUpAt, ...mail }: NewMail,
): Promise<string> {
  if (!ctx.mail.isConfigured) throw noMail();
  assertSendable(mail);
  const secretId = await ctx.secrets.put(tx, { kind: MAIL_SECRET, organizationId, text: JSON.stringify(mail) });
  const createdAt = new Date(ctx.clock.realNow());
  const listId = mail.listId ?? null;
  await insertMail(tx, { id, kind, organizationId, toAddress: mail.to.address, secretId, createdAt, giveUpAt: giveUpAt ?? null, listId });
  await ctx.workflows.enqueue(tx, 'mail-send', { mail_id: id }, { id: toTryId(id, 1) });
  return id;
}

/** The workflow of one try. */
export function toTryId(mailId: string, number: number): string {
  return hashId('wf_', ['mail-send', mailId, number]);
}

/** What became of these mails. Those of more than 90 days ago are not known any more. */
export async function findMails(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, Mail>> {
  const mails = ids.length === 0 ? [] : await selectMails(sql, ids);
  return new Map(mails.map((mail) => [mail.id, mail]));
}

function assertSendable({ to, replyTo, text, html = '' }: OutgoingMail): void {
  const problems = Object.entries({ to, replyTo }).flatMap(([path, address]) => {
    const message = address === undefined ? undefined : findAddressProblem(address);
    return message === undefined ? [] : [{ path, message }];
  });
  if (text.length + html.length > LENGTH_MAX)
    problems.push({ path: 'text', message: `must have at most ${LENGTH_MAX} characters with html` });
  if (problems.length > 0) throw invalid(problems);
}
