import { getProject, listVisibleProjectIds, requireRoomOfOwner, type Project, type ProjectReader } from '#areas/projects/index.ts';
import { listKnownKeywordIds } from '#areas/keywords/index.ts';
import { listTags } from '#areas/rankings/index.ts';
import type { RequestContext } from '#context';
import { requireUnbound } from '#http/auth.ts';
import { canSeeProject, isBound, nameOf, type Caller } from '#http/caller.ts';
import { requireRight } from '#http/rights.ts';
import { invalid, notFound, type FieldProblem } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Page } from '#kernel/lists.ts';
import { findSeenRule, seesService } from '../rules/get-rule.ts';
import type { Mute, ShownMute } from './mute.ts';
import { countMutes, deleteMuteRow, findMute, insertMute, muteList } from './store/mutes.ts';

/** Of one project, and of one organization itself. */
const MUTES_MAX = 1_000;
const LONGEST_MS = 366 * 86_400_000;

export type MuteWriter = ProjectReader & Pick<RequestContext, 'postgres' | 'clock'>;
type Owner = Pick<Mute, 'organizationId' | 'projectId'>;

export interface NewMute extends Pick<Mute, 'projectId' | 'ruleId' | 'keywordId' | 'tag' | 'reason'> {
  readonly until: Date;
}

/**
 * Holds messages back until a time; what still fires then is said once.
 * @throws AppError 404 for a project, rule, keyword or tag that the caller may not see or the project does not have; 400 with all that is
 *   wrong; `Forbidden`; 409 for too many
 */
export async function createMute(ctx: MuteWriter, input: NewMute): Promise<ShownMute> {
  const now = ctx.clock.now();
  const rule = input.ruleId === null ? undefined : await findSeenRule(ctx, input.ruleId);
  const projectId = input.projectId ?? rule?.projectId ?? null;
  if (rule !== undefined && rule.projectId !== projectId) throw notFound('Rule');
  const project = projectId === null ? undefined : await getProject(ctx, projectId);
  const owner = { projectId, organizationId: project?.organizationId ?? (rule === undefined ? (ctx.caller.organizationId ?? null) : null) };
  requireMuteOwner(ctx.caller, owner);
  checkInput(input, project, now);
  const tag = project === undefined ? null : await checkSubjects(ctx, project.id, input);
  const { ruleId, keywordId, reason, until } = input;
  const mute: Mute = {
    ...owner,
    id: newId('mute_'),
    ruleId,
    keywordId,
    tag,
    reason,
    startsAt: now,
    endsAt: until,
    createdBy: nameOf(ctx.caller),
    createdAt: now,
  };
  await ctx.postgres.transaction(async (tx) => {
    await insertMute(tx, mute);
    await requireRoomOfOwner(tx, owner, { things: 'mutes', max: MUTES_MAX, count: (by) => countMutes(tx, by) });
  });
  const [shown] = await muteList.page(ctx.postgres, { ...SEES_ALL, id: mute.id, now }, { limit: 1, offset: 0 });
  if (shown === undefined) throw notFound('Mute');
  return shown;
}

const SEES_ALL = { projectIds: undefined, organizationId: undefined, withOrganizations: true, withService: true };

export interface ListMutesInput extends Page {
  readonly projectId?: string | undefined;
  readonly isActive?: boolean | undefined;
}

/** Mutes that the caller sees, the newest first. @throws AppError `Project not found` */
export async function listMutes(
  ctx: MuteWriter,
  { projectId, isActive, ...page }: ListMutesInput,
): Promise<{ mutes: ShownMute[]; total: number }> {
  const project = projectId === undefined ? undefined : await getProject(ctx, projectId);
  const { caller } = ctx;
  const filter = {
    projectIds: await listVisibleProjectIds(ctx),
    organizationId: caller.organizationId,
    withOrganizations: caller.projectIds === undefined,
    withService: seesService(caller),
    holdsFor: project && { projectId: project.id, organizationId: project.organizationId },
    isActive,
    now: ctx.clock.now(),
  };
  const { rows: mutes, total } = await muteList.read(ctx.postgres, filter, page);
  return { mutes, total };
}

/** Ends a mute and forgets it. @throws AppError `Mute not found`, `Forbidden` */
export async function deleteMute(ctx: MuteWriter, id: string): Promise<void> {
  const mute = await findMute(ctx.postgres, id);
  if (mute === undefined || !canSee(ctx.caller, mute)) throw notFound('Mute');
  requireMuteOwner(ctx.caller, mute);
  await deleteMuteRow(ctx.postgres, id);
}

function canSee(caller: Caller, { organizationId, projectId }: Owner): boolean {
  if (organizationId === null) return seesService(caller);
  if (projectId !== null) return canSeeProject(caller, { id: projectId, organizationId });
  return caller.projectIds === undefined && (caller.organizationId === undefined || caller.organizationId === organizationId);
}

/** Mutes of a project are for who edits it, of an organization for who manages it, of the service for operators. */
function requireMuteOwner(caller: Caller, { organizationId, projectId }: Owner): void {
  if (projectId === null && caller.projectIds !== undefined) throw invalid([{ path: 'project_id', message: 'project_id is required' }]);
  requireRight(caller, projectId !== null ? 'edit' : organizationId !== null ? 'manage' : 'operate');
  if (organizationId === null && isBound(caller)) requireUnbound(caller);
}

function checkInput({ until, keywordId, tag }: NewMute, project: Project | undefined, now: Date): void {
  const problems: FieldProblem[] = [];
  if (until <= now) problems.push({ path: 'until', message: 'must be in the future' });
  if (until.getTime() - now.getTime() > LONGEST_MS) problems.push({ path: 'until', message: 'must be at most a year away' });
  if (project === undefined && (keywordId !== null || tag !== null))
    problems.push({ path: 'project_id', message: 'is required with keyword_id or tag' });
  if (problems.length > 0) throw invalid(problems);
}

/** @returns the name of the tag, which may be given by its id */
async function checkSubjects(
  { postgres }: MuteWriter,
  projectId: string,
  { keywordId, tag }: Pick<NewMute, 'keywordId' | 'tag'>,
): Promise<string | null> {
  if (keywordId !== null && (await listKnownKeywordIds(postgres, projectId, [keywordId])).length === 0) throw notFound('Keyword');
  if (tag === null) return null;
  const { tags } = await listTags(postgres, projectId);
  const named = tags.find(({ id, name }) => id === tag || name === tag);
  if (named === undefined) throw notFound('Tag');
  return named.name;
}
