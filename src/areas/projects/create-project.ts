import type { RequestContext } from '#context';
import type { Caller } from '#http/caller.ts';
import { hasRight } from '#http/rights.ts';
import { AppError, invalid, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { canActFor, DEFAULT_POSITION_SCALE, type Project, type ProjectSettings } from './project.ts';
import { countProjectsOf, createOrganization, hasOrganization, lockOrganization } from './store/organizations.ts';
import { insertProject, setPaidSubscription } from './store/projects.ts';

export interface CreateProjectInput {
  readonly name: string;
  /** Left out in the simple form: the organization of the caller's key. */
  readonly organizationId: string | undefined;
  readonly description: string | null;
  readonly settings: ProjectSettings;
  readonly timeZone: string;
}

/**
 * Creates a project, and its organization when an admin key names a new one.
 * @throws AppError 400 when no organization is named or known from the key, 403 when the key may not create a
 *   project or an organization, 404 for another organization than the key's, 409 when the organization has as many
 *   projects as it may have
 */
export async function createProject(
  ctx: Pick<RequestContext, 'postgres' | 'caller' | 'clock' | 'config' | 'workflows'>,
  input: CreateProjectInput,
): Promise<Project> {
  const organizationId = chooseOrganization(ctx.caller, input.organizationId);
  const now = ctx.clock.now();
  const project: Project = {
    id: newId('proj_'),
    organizationId,
    name: input.name,
    description: input.description,
    status: 'active',
    settings: input.settings,
    positionScale: input.settings.positionScale ?? DEFAULT_POSITION_SCALE,
    pendingScale: null,
    voiceCurve: null,
    voiceChangedAt: null,
    timeZone: input.timeZone,
    createdAt: now,
    updatedAt: now,
  };
  await ctx.postgres.transaction(async (tx) => {
    await ensureOrganization(tx, ctx.caller, { organizationId, now });
    await ensureRoom(tx, organizationId, ctx.config.projectsPerOrganizationMax);
    await insertProject(tx, project);
    await setPaidSubscription(tx, project);
    if (ctx.config.givesAlertPresets)
      await ctx.workflows.enqueue(tx, 'alert-presets', { project_id: project.id }, { id: `alert-presets:${project.id}` });
  });
  return project;
}

function chooseOrganization(caller: Caller, named: string | undefined): string {
  const organizationId = named ?? caller.organizationId;
  if (organizationId === undefined) throw invalid([{ path: 'organization_id', message: 'organization_id is required' }]);
  if (!canActFor(caller, organizationId)) throw notFound('Organization');
  if (caller.projectIds !== undefined) throw forbidden('A key that is bound to a project cannot create projects.');
  return organizationId;
}

async function ensureOrganization(tx: Transaction, caller: Caller, organization: { organizationId: string; now: Date }): Promise<void> {
  if (await hasOrganization(tx, organization.organizationId)) return;
  if (!hasRight(caller, 'operate')) throw forbidden('The first project of a new organization is created by an admin key.');
  await createOrganization(tx, organization.organizationId, organization.now);
}

/** Holds the organization, so that projects which are created at once are counted one after the other. */
async function ensureRoom(tx: Transaction, organizationId: string, limit: number): Promise<void> {
  await lockOrganization(tx, organizationId);
  if ((await countProjectsOf(tx, organizationId)) < limit) return;
  throw new AppError('conflict', 'Too many projects', {
    message: `The organization has ${limit} projects, archived ones included, and PROJECTS_PER_ORGANIZATION_MAX allows no more.`,
    hint: 'Take up an archived project again, or raise PROJECTS_PER_ORGANIZATION_MAX.',
  });
}

function forbidden(message: string): AppError {
  return new AppError('forbidden', 'Forbidden', { message });
}
