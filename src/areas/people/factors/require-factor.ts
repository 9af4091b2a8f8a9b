import { requireOrganization } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { AppError } from '#kernel/errors.ts';
import { hasFactor, listFactors } from './list-factors.ts';
import { updateFactorRequired } from './store/required.ts';

type RequireContext = Pick<RequestContext, 'postgres' | 'caller' | 'clock'>;

/**
 * Has an organization ask its members for a second factor, or no more. Members have seven days; from then on a session without one only
 * sets one up (`Caller.mustSetUpFactor`). Asking again changes nothing.
 * @returns since when it asks
 * @throws AppError 404, 409 for a person who asks it of others without having one
 */
export async function requireFactor(ctx: RequireContext, organizationId: string, isRequired: boolean): Promise<Date | null> {
  const { postgres, caller, clock } = ctx;
  await requireOrganization(ctx, organizationId);
  if (isRequired && caller.kind === 'user' && !hasFactor(await listFactors(postgres, caller.id)))
    throw new AppError('conflict', 'No second factor', {
      message: 'You have no second factor yourself.',
      hint: 'Set one up under Account first: you would be kept out with the others.',
    });
  return await updateFactorRequired(postgres, organizationId, isRequired ? new Date(clock.realNow()) : null);
}
