import { assertNotArchived, getProject } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { invalid, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { AlertRule } from '../rule.ts';
import type { RuleDraft } from '../wire/rule.ts';
import { RULES_MAX } from '../wire/rules.ts';
import { checkRule } from './check-rule.ts';
import { findSeenRule, requireRuleOwner, showRule, type RuleReader } from './get-rule.ts';
import type { ShownRule } from './shown-rule.ts';
import { beginAnew } from './store/begin-anew.ts';
import { deleteRuleRow, insertRule, lockAndCountRules, lockRuleRow, updateRuleRow } from './store/rules.ts';

export type RuleWriter = RuleReader & Pick<RequestContext, 'postgres'>;

/**
 * @param projectId null: of the service
 * @throws AppError `Project not found`, as `checkRule` does, 400 for one more than there may be, `Forbidden`, 409 for an archived project
 */
export async function createRule(ctx: RuleWriter, projectId: string | null, draft: RuleDraft): Promise<ShownRule> {
  const project = projectId === null ? undefined : await getProject(ctx, projectId);
  requireRuleOwner(ctx.caller, { projectId });
  if (project !== undefined) assertNotArchived(project);
  const owner = { organizationId: project?.organizationId ?? null, projectId };
  await checkRule(ctx, owner, draft);
  const now = ctx.clock.now();
  const rule: AlertRule = { ...draft, ...owner, id: newId('rule_'), preset: null, createdAt: now, updatedAt: now };
  await ctx.postgres.transaction(async (tx) => {
    await requireRoomForRules(tx, projectId, 1);
    await insertRule(tx, rule);
  });
  return await showRule(ctx, rule);
}

/**
 * Puts another rule into its place. One that asks for something else begins again: what is open of it is closed.
 * @throws AppError `Rule not found`, and as `createRule` does
 */
export async function updateRule(ctx: RuleWriter, ruleId: string, draft: RuleDraft): Promise<ShownRule> {
  const known = await findSeenRule(ctx, ruleId);
  requireRuleOwner(ctx.caller, known);
  await checkRule(ctx, known, draft, known);
  const changed = await ctx.postgres.transaction(async (tx) => {
    const before = await lockRuleRow(tx, ruleId);
    if (before === undefined) throw notFound('Rule');
    const now = ctx.clock.now();
    const rule: AlertRule = { ...before, ...draft, updatedAt: now };
    await updateRuleRow(tx, rule);
    if (asksForMore(before, rule)) await beginAnew(tx, before, now);
    return rule;
  });
  return await showRule(ctx, changed);
}

/** Removes a rule with its alerts and mutes. @throws AppError `Rule not found`, `Forbidden` */
export async function deleteRule(ctx: RuleWriter, ruleId: string): Promise<void> {
  requireRuleOwner(ctx.caller, await findSeenRule(ctx, ruleId));
  await deleteRuleRow(ctx.postgres, ruleId);
}

/** @throws AppError 400 for more rules than there may be */
export async function requireRoomForRules(tx: Transaction, projectId: string | null, added: number): Promise<void> {
  if ((await lockAndCountRules(tx, projectId)) + added <= RULES_MAX) return;
  const owner = projectId === null ? 'The service' : 'The project';
  throw invalid([{ path: 'project_id', message: `has no room: ${owner.toLowerCase()} can have ${RULES_MAX} rules. Delete one first` }]);
}

function asksForMore(before: AlertRule, after: AlertRule): boolean {
  const asked = ({ when, where, minVolume, groupBy }: AlertRule) => JSON.stringify([sorted(when), sorted(where), minVolume, groupBy]);
  return asked(before) !== asked(after);
}

function sorted(values: Readonly<Record<string, unknown>>): unknown[] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}
