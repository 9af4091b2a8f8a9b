import { assertNotArchived, findProject, getProject, type Project } from '#areas/projects/index.ts';
import type { AppContext } from '#context';
import { hashId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import type { AlertRule } from '../rule.ts';
import { requireRoomForRules, type RuleWriter } from './change-rules.ts';
import { requireRuleOwner } from './get-rule.ts';
import { listPresets, PRESETS, type Preset } from './presets.ts';
import { showRules } from './show-rules.ts';
import type { ShownRule } from './shown-rule.ts';
import { insertRule, listPresetsOf } from './store/rules.ts';

/**
 * Adds the presets that a project does not have; those about money only for callers who see it.
 * @throws AppError `Project not found`, `Forbidden`, 400 without room, 409 for an archived project
 */
export async function addPresets(ctx: RuleWriter, projectId: string): Promise<ShownRule[]> {
  const project = await getProject(ctx, projectId);
  requireRuleOwner(ctx.caller, { projectId });
  assertNotArchived(project);
  const wanted = listPresets(ctx.caller);
  const now = ctx.clock.now();
  const added = await ctx.postgres.transaction((tx) => addMissing(tx, project, { wanted, now }));
  return await showRules(ctx, added);
}

/** What a new project begins with: in the inbox alone, until its people say where else. Twice is the same as once. */
export async function givePresets({ postgres, clock }: Pick<AppContext, 'postgres' | 'clock'>, projectId: string): Promise<number> {
  const project = await findProject(postgres, projectId);
  if (project === undefined || project.status === 'archived') return 0;
  const wanted = PRESETS.filter(({ isForNewProjects }) => isForNewProjects).map((one) => ({
    ...one,
    draft: { ...one.draft, channelIds: [] },
  }));
  return (await postgres.transaction((tx) => addMissing(tx, project, { wanted, now: clock.now() }))).length;
}

async function addMissing(
  tx: Transaction,
  { id: projectId, organizationId }: Project,
  { wanted, now }: { readonly wanted: readonly Preset[]; readonly now: Date },
): Promise<AlertRule[]> {
  await requireRoomForRules(tx, projectId, 0);
  const known = new Set(await listPresetsOf(tx, projectId));
  const missing = wanted.filter(({ preset }) => !known.has(preset));
  await requireRoomForRules(tx, projectId, missing.length);
  const rules = missing.map(({ preset, draft }): AlertRule => {
    // One that was deleted and is asked for again is another rule.
    const id = hashId('rule_', [projectId, preset, now.toISOString()]);
    return { ...draft, id, organizationId, projectId, preset, createdAt: now, updatedAt: now };
  });
  for (const rule of rules) await insertRule(tx, rule);
  return rules;
}
