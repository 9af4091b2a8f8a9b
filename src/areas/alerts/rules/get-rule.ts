import { getProject, listVisibleProjectIds, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { canSeeProject, isBound, type Caller } from '#http/caller.ts';
import { hasRight, requireRight } from '#http/rights.ts';
import { notFound } from '#kernel/errors.ts';
import type { Page } from '#kernel/lists.ts';
import { EVENT_KINDS } from '../events/index.ts';
import { requireEventRight } from '../judge/assert-condition.ts';
import type { AlertRule } from '../rule.ts';
import { showRules } from './show-rules.ts';
import type { ShownRule } from './shown-rule.ts';
import { findRule, ruleList } from './store/rules.ts';

export type RuleReader = ProjectReader & Pick<RequestContext, 'clock'>;

type Owned = Pick<AlertRule, 'organizationId' | 'projectId'>;

/** @throws AppError `Rule not found`; `Forbidden` for events about money without the right to see it */
export async function getRule(ctx: RuleReader, ruleId: string): Promise<ShownRule> {
  const rule = await findSeenRule(ctx, ruleId);
  requireEventRight(ctx.caller, rule);
  return await showRule(ctx, rule);
}

/** Rules that the caller sees, the newest first. @throws AppError `Project not found` */
export async function listRules(
  ctx: RuleReader,
  { projectId, ...page }: Page & { readonly projectId?: string | undefined },
): Promise<{ rules: ShownRule[]; total: number }> {
  if (projectId !== undefined) await getProject(ctx, projectId);
  const filter = {
    projectIds: projectId === undefined ? await listVisibleProjectIds(ctx) : [projectId],
    withService: projectId === undefined && seesService(ctx.caller),
    hiddenEvents: listHiddenEvents(ctx.caller),
  };
  const { rows, total } = await ruleList.read(ctx.postgres, filter, page);
  return { rules: await showRules(ctx, rows), total };
}

/** The rule, if the caller may see it. @throws AppError `Rule not found` */
export async function findSeenRule(ctx: ProjectReader, ruleId: string): Promise<AlertRule> {
  const rule = await findRule(ctx.postgres, ruleId);
  if (rule === undefined || !canSeeOwned(ctx.caller, rule)) throw notFound('Rule');
  return rule;
}

/** The rule with how it stands now. */
export async function showRule(ctx: RuleReader, rule: AlertRule): Promise<ShownRule> {
  const [shown] = await showRules(ctx, [rule]);
  if (shown === undefined) throw new TypeError('a rule was not shown');
  return shown;
}

/** Whether what belongs to a project, or to the service, is the caller's to see. */
export function canSeeOwned(caller: Caller, { organizationId, projectId }: Owned): boolean {
  if (projectId === null || organizationId === null) return seesService(caller);
  return canSeeProject(caller, { id: projectId, organizationId });
}

/** Rules of a project are for who edits it, those of the service for operators. @throws AppError `Forbidden` */
export function requireRuleOwner(caller: Caller, { projectId }: Pick<AlertRule, 'projectId'>): void {
  requireRight(caller, projectId === null ? 'operate' : 'edit');
  if (projectId === null) requireUnbound(caller);
}

export function seesService(caller: Caller): boolean {
  return !isBound(caller) && hasRight(caller, 'operate');
}

/** Events whose rules and alerts the caller may not see. */
export function listHiddenEvents(caller: Caller): string[] {
  return EVENT_KINDS.filter(({ needs }) => needs !== undefined && !hasRight(caller, needs)).map(({ event }) => event);
}
