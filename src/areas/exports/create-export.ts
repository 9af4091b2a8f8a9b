import { toKnownCaller } from '#areas/people/index.ts';
import { assertNotArchived, getProject, requireOrganization, requireRoom } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { nameOf, type Caller } from '#http/caller.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Transaction } from '#stores/postgres/types.ts';
import { assertTogether, findNextRun, withDay } from './check-settings.ts';
import { assertDestination } from './destinations/check-destination.ts';
import { keepSecret } from './destinations/keep-secret.ts';
import type { Export, ExportSettings, Selection } from './export.ts';
import { assertReadable, getExportList } from './lists/ask-list.ts';
import type { ExportLists } from './lists/export-lists.ts';
import { toFullSelection } from './lists/full-selection.ts';
import { countExports, insertExport } from './store/exports.ts';

const EXPORTS_MAX = 100;

export interface NewExport extends Omit<ExportSettings, 'timeZone'> {
  /** Undefined: that of the project, else UTC. */
  readonly timeZone: string | undefined;
  /** Of a bucket. */
  readonly secretAccessKey: string | undefined;
}

/**
 * Saves an export. One row of its list is read, so that what cannot be read is refused now.
 * @throws AppError 400 with all faults; 403 and 404 as its list; 409 beyond 100 exports of the organization
 */
export async function createExport(
  ctx: RequestContext,
  lists: ExportLists,
  { timeZone, secretAccessKey: secret, ...rest }: NewExport,
): Promise<Export> {
  const settings = withDay(rest);
  assertTogether(settings);
  const maker = toMaker(ctx.caller);
  const home = await findHome(ctx, lists, settings);
  await assertDestination(ctx, { ...settings, ...home }, { secret, before: undefined });
  const now = ctx.clock.now();
  const timed = { ...settings, timeZone: timeZone ?? home.timeZone };
  const one: Export = {
    ...timed,
    id: newId('exp_'),
    organizationId: home.organizationId,
    projectId: home.projectId,
    secretIds: {},
    nextRunAt: findNextRun(timed, now),
    ...maker,
    createdAt: now,
    updatedAt: now,
  };
  await ctx.postgres.transaction(async (tx) => {
    const secretIds = await keepSecret(ctx, tx, { one, secret });
    await insertExport(tx, { ...one, secretIds });
    await requireFewExports(tx, one.organizationId);
  });
  return one;
}

/** Whose rights are asked at each run from now on. @throws AppError 403 for who is no person and no key */
export function toMaker(caller: Caller): Pick<Export, 'makerKind' | 'makerId' | 'makerOrganizationId' | 'makerIsOperator' | 'createdBy'> {
  const known = toKnownCaller(caller);
  if (known === undefined)
    throw new AppError('forbidden', 'Forbidden', {
      message: 'An export belongs to a person or a key, whose rights are asked at each run.',
    });
  const { kind, id, organizationId, isOperator } = known;
  return { makerKind: kind, makerId: id, makerOrganizationId: organizationId, makerIsOperator: isOperator, createdBy: nameOf(caller) };
}

export interface ExportHome extends Pick<Export, 'projectId' | 'organizationId'> {
  readonly timeZone: string;
}

/**
 * Where a selection belongs: to the project that it names, else to the organization of the caller.
 * @throws AppError 400, 403 and 404 as `createExport`
 */
export async function findHome(ctx: RequestContext, lists: ExportLists, selection: Selection): Promise<ExportHome> {
  const list = getExportList(lists, selection);
  const full = await toFullSelection(ctx, list, selection);
  await assertReadable(ctx, list, full);
  const named = full.params['project_id'] ?? full.query['project_id'];
  if (typeof named !== 'string') return { projectId: null, organizationId: await findOrganization(ctx, full), timeZone: 'UTC' };
  const project = await getProject(ctx, named);
  assertNotArchived(project);
  return { projectId: project.id, organizationId: project.organizationId, timeZone: project.timeZone };
}

/** That which the selection names, else that of the caller. @throws AppError `Organization not found` */
async function findOrganization(ctx: RequestContext, { params, query }: Selection): Promise<string | null> {
  const named = params['organization_id'] ?? query['organization_id'];
  if (typeof named !== 'string') return ctx.caller.organizationId ?? null;
  await requireOrganization(ctx, named);
  return named;
}

/** What belongs to no organization is the operators' own. */
async function requireFewExports(tx: Transaction, organizationId: string | null): Promise<void> {
  if (organizationId === null) return;
  await requireRoom(tx, {
    things: 'exports',
    owner: { id: organizationId, title: 'An organization' },
    max: EXPORTS_MAX,
    count: () => countExports(tx, organizationId),
    hint: 'Delete one.',
  });
}
