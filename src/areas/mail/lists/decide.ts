import type { AppContext } from '#context';
import { hashKey } from '#http/auth.ts';
import { notFound } from '#kernel/errors.ts';
import { deleteLink, deleteLinks, findLinked, type LinkedAddress } from './link-store.ts';
import { setConfirmed, setUnsubscribed } from './store.ts';

type DecidingContext = Pick<AppContext, 'postgres' | 'clock'>;

/** What a link asks, and changes nothing: programs that look through mails follow links. @throws AppError 404: wrong, used or old */
export async function lookAtLink({ postgres, clock }: DecidingContext, token: string): Promise<LinkedAddress> {
  const linked = await findLinked(postgres, hashKey(token), new Date(clock.realNow()));
  if (linked === undefined) throw notFound('Link');
  return linked;
}

/** Does what the link is for, for its one address and list, and uses it up. @throws AppError 404: wrong, used or old */
export async function decideByLink({ postgres, clock }: DecidingContext, token: string): Promise<LinkedAddress> {
  const [tokenHash, now] = [hashKey(token), new Date(clock.realNow())];
  return await postgres.transaction(async (tx) => {
    const linked = await findLinked(tx, tokenHash, now);
    if (linked === undefined || !(await deleteLink(tx, tokenHash))) throw notFound('Link');
    if (linked.purpose === 'confirm') await setConfirmed(tx, linked.id, now);
    else await setUnsubscribed(tx, linked.id, now);
    await deleteLinks(tx, linked.id, linked.purpose);
    return linked;
  });
}
