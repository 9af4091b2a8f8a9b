import type { RequestContext } from '#context';
import { requireRight } from '#http/rights.ts';
import { AppError, conflict, notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import { decideQuote, findQuote, quoteList } from '../store.ts';
import type { Quote } from './quote.ts';

type Context = Pick<RequestContext, 'postgres' | 'caller' | 'clock'>;

/** Quotes of the organization and projects that the caller sees, newest first. */
export async function listApprovals(
  { postgres, caller, clock }: Context,
  { waiting, ...page }: Page & { readonly waiting: boolean },
): Promise<{ rows: Quote[]; total: number }> {
  const { organizationId, projectIds } = caller;
  return await quoteList.read(postgres, { organizationId, projectIds, isWaiting: waiting, now: new Date(clock.realNow()) }, page);
}

/**
 * Allows an assistant to buy by a quote, or declines.
 * @throws AppError 403 for a person who is not shown prices or looks as another, 404 for a quote that the caller does not see, 409 for
 * one that does not wait any more
 */
export async function decideApproval({ postgres, caller, clock }: Context, id: string, verdict: 'approve' | 'decline'): Promise<Quote> {
  requireRight(caller, 'see_costs');
  if (caller.viewsAs !== undefined)
    throw new AppError('forbidden', 'Forbidden', { message: 'You look as a member, and decide nothing for them.' });
  const quote = await findQuote(postgres, id);
  if (quote === undefined || !sees(caller, quote)) throw notFound('Quote');
  const status = verdict === 'approve' ? 'approved' : 'declined';
  const decided = await decideQuote(postgres, { id, status, decidedBy: caller.id, now: new Date(clock.realNow()) });
  if (decided === undefined)
    throw conflict('Quote not waiting', `This quote does not wait any more: it is ${quote.status}, or its time is over.`);
  return decided;
}

function sees({ organizationId, projectIds }: RequestContext['caller'], quote: Quote): boolean {
  if (organizationId !== undefined && organizationId !== quote.organizationId) return false;
  return projectIds === undefined || (quote.projectId !== null && projectIds.includes(quote.projectId));
}
