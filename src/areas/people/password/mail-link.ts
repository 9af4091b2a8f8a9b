import { renderMail, sendMail, type RenderedMail } from '#areas/mail/index.ts';
import type { AppContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { findUserByEmail } from '../store/users.ts';
import { newToken, toConsoleLink } from '../token.ts';
import { countPasswordResets, insertPasswordReset } from './store.ts';

const LINK_MINUTES = 30;
/** Links of a person that are good at a time: more requests send no more mail, wherever they come from. */
const LINKS_MAX = 3;

type MailContext = Pick<AppContext, 'postgres' | 'clock' | 'consoleUrl' | 'mail' | 'secrets' | 'workflows'>;

/** Mails a person a link that is good for one time and half an hour. An address that is not known gets none. */
export async function mailPasswordLink(ctx: MailContext, email: string): Promise<void> {
  const { postgres, clock, consoleUrl, mail } = ctx;
  const user = await findUserByEmail(postgres, email);
  if (user === undefined || !mail.isConfigured) return;
  const now = clock.realNow();
  await postgres.transaction(async (tx) => {
    await tx.query('select from users where id = $1 for update', [user.id]);
    if ((await countPasswordResets(tx, user.id, new Date(now))) >= LINKS_MAX) return;
    const [token, endsAt] = [newToken(), new Date(now + LINK_MINUTES * MINUTE_MS)];
    await insertPasswordReset(tx, { tokenHash: hashKey(token), userId: user.id, endsAt }, new Date(now));
    const link = toConsoleLink(consoleUrl(), { page: 'password', name: 'token', token });
    await sendMail(ctx, tx, {
      kind: 'password_link',
      organizationId: null,
      to: { address: user.email, name: user.name },
      ...toMail(user.name, link),
      giveUpAt: endsAt,
    });
  });
}

function toMail(name: string, link: string): RenderedMail {
  return renderMail({
    subject: 'Choose another password',
    title: 'Choose another password',
    lead: `Hello ${name}, with this link you choose another password for Sightline.`,
    blocks: [
      { kind: 'link', text: 'Choose a password', url: link },
      {
        kind: 'text',
        text: `It is good for one time and ${LINK_MINUTES} minutes. If you did not ask for it, there is nothing to do: your password stays as it is.`,
      },
    ],
    footer: { reason: 'You get this because a link was asked for with your address.' },
  });
}
