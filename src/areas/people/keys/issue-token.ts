import { getProjects } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { notFound } from '#kernel/errors.ts';

export interface IssueTokenInput {
  readonly sub: string;
  readonly org: string | undefined;
  readonly projectIds: readonly string[] | undefined;
  readonly expiresInSeconds: number;
}

/**
 * Signs a token for the JWT routes, inside the caller's own binding.
 * @throws AppError 404 for an organization or project outside of it, 503 without `JWT_SECRET`
 */
export async function issueToken(
  ctx: Pick<RequestContext, 'postgres' | 'caller' | 'tokens'>,
  input: IssueTokenInput,
): Promise<{ token: string; expiresAt: Date }> {
  const { caller } = ctx;
  const org = input.org ?? caller.organizationId;
  if (caller.organizationId !== undefined && org !== caller.organizationId) throw notFound('Organization');
  const projectIds = input.projectIds ?? caller.projectIds;
  if (projectIds) {
    const projects = await getProjects(ctx, projectIds);
    if (org !== undefined && [...projects.values()].some((project) => project.organizationId !== org)) throw notFound('Project');
  }
  return await ctx.tokens.issue({ sub: input.sub, org, projectIds, expiresInSeconds: input.expiresInSeconds });
}
