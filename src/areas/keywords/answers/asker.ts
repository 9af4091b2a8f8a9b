import { assertNotArchived, DEFAULT_LANGUAGE_CODE, DEFAULT_LOCATION_CODE, getProject, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { causeOf } from '#http/caller.ts';
import type { SpendScope } from '#providers/metering.ts';

/** What a request about keywords says beside them. */
export interface AskedBeside {
  /** It pays, and its defaults hold. */
  readonly projectId: string | undefined;
  readonly locationCode: number | undefined;
  readonly languageCode: string | undefined;
}

/** Where a request asks, for which organization, and at which cost. */
export interface Asker {
  readonly market: { readonly locationCode: number; readonly languageCode: string };
  readonly organizationId: string | undefined;
  readonly scope: SpendScope;
}

/**
 * Who a request asks for. A caller that is bound to one project asks for it.
 * @throws AppError `Project not found`, `Project is archived`
 */
export async function toAsker(ctx: ProjectReader & Pick<RequestContext, 'requestId'>, asked: AskedBeside): Promise<Asker> {
  const { projectIds = [] } = ctx.caller;
  const projectId = asked.projectId ?? (projectIds.length === 1 ? projectIds[0] : undefined);
  const project = projectId === undefined ? undefined : await getProject(ctx, projectId);
  if (project !== undefined) assertNotArchived(project);
  return {
    market: {
      locationCode: asked.locationCode ?? project?.settings.defaultLocationCode ?? DEFAULT_LOCATION_CODE,
      languageCode: asked.languageCode ?? project?.settings.defaultLanguageCode ?? DEFAULT_LANGUAGE_CODE,
    },
    organizationId: project?.organizationId ?? ctx.caller.organizationId,
    scope: { source: 'api', projectId, runId: ctx.requestId, ...causeOf(ctx.caller) },
  };
}
