import { getChannels } from '#areas/channels/index.ts';
import type { ProjectReader } from '#areas/projects/index.ts';
import { getView } from '#areas/views/index.ts';
import type { RequestContext } from '#context';
import { invalid, notFound, type FieldProblem } from '#kernel/errors.ts';
import { findEventKind } from '../events/index.ts';
import { assertCondition, requireEventRight } from '../judge/assert-condition.ts';
import type { AlertRule } from '../rule.ts';
import type { RuleDraft } from '../wire/rule.ts';

type Owner = Pick<AlertRule, 'organizationId' | 'projectId'>;

/**
 * Whether a rule may be written as it is asked for.
 * @param before what stands there: a view or channel that it named already may be gone meanwhile
 * @throws AppError 404 for a view, tag, site or channel that its project does not have or the caller may not see; `Forbidden` for events
 *   about money; 400 for what cannot be seen by the checks of its keywords, and what a rule of the service cannot ask
 */
export async function checkRule(
  ctx: ProjectReader & Pick<RequestContext, 'postgres'>,
  owner: Owner,
  draft: RuleDraft,
  before?: AlertRule,
): Promise<void> {
  requireEventRight(ctx.caller, draft);
  const ids = (draft.channelIds ?? []).filter((id) => before?.channelIds?.includes(id) !== true);
  await getChannels(ctx, { ids, ...owner });
  if (owner.projectId === null) {
    checkServiceRule(draft);
    return;
  }
  const { view_id: viewId } = draft.where;
  if (viewId !== undefined && viewId !== before?.where.view_id) {
    const view = await getView(ctx, viewId);
    if (view.projectId !== owner.projectId) throw notFound('View');
  }
  await assertCondition(ctx, owner.projectId, draft);
}

function checkServiceRule({ when, where, confirm, minVolume }: RuleDraft): void {
  const kind = findEventKind(when.event);
  const problems: FieldProblem[] = [];
  if (kind?.family !== 'service')
    problems.push({ path: 'when.event', message: 'is of a project: a rule of the service is about its budgets and its own health' });
  if (Object.values(where).some((value) => value !== undefined))
    problems.push({ path: 'where', message: 'must be empty for a rule of the service' });
  if (confirm !== 'none') problems.push({ path: 'confirm', message: 'must be none for a rule of the service' });
  if (minVolume !== null) problems.push({ path: 'min_volume', message: 'must be null for a rule of the service' });
  if (problems.length > 0) throw invalid(problems);
}
