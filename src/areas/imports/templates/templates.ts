import { requireOrganization, type ProjectReader } from '#areas/projects/index.ts';
import type { RequestContext } from '#context';
import { nameOf } from '#http/caller.ts';
import { AppError, invalid, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Page } from '#kernel/lists.ts';
import {
  deleteTemplate,
  findTemplate,
  insertTemplate,
  lockAndCountTemplates,
  templateList,
  type ImportTemplate,
} from '../store/templates.ts';

/** Templates of one organization. */
const TEMPLATES_MAX = 200;

type TemplateContext = ProjectReader & Pick<RequestContext, 'postgres' | 'clock'>;

export type NewTemplate = Pick<ImportTemplate, 'name' | 'kind' | 'mapping'> & { readonly organizationId: string | undefined };

/**
 * Keeps how files of a kind are read.
 * @throws AppError 400 without an organization, `Organization not found`, 409 beyond 200 templates
 */
export async function createTemplate(ctx: TemplateContext, { organizationId, ...said }: NewTemplate): Promise<ImportTemplate> {
  const owner = await findOwner(ctx, organizationId);
  const template = { ...said, id: newId('imt_'), organizationId: owner, madeBy: nameOf(ctx.caller), createdAt: ctx.clock.now() };
  await ctx.postgres.transaction(async (tx) => {
    if ((await lockAndCountTemplates(tx, owner)) >= TEMPLATES_MAX)
      throw new AppError('conflict', 'Too many templates', {
        message: `An organization has at most ${TEMPLATES_MAX} templates.`,
        hint: 'Delete one.',
      });
    await insertTemplate(tx, template);
  });
  return template;
}

/** Templates of an organization, by name. @throws AppError as above */
export async function listTemplates(
  ctx: TemplateContext,
  organizationId: string | undefined,
  page: Page,
): Promise<{ templates: ImportTemplate[]; total: number }> {
  const { rows: templates, total } = await templateList.read(ctx.postgres, { organizationId: await findOwner(ctx, organizationId) }, page);
  return { templates, total };
}

/** @throws AppError `Template not found`, also for another organization's */
export async function removeTemplate(ctx: TemplateContext, templateId: string): Promise<void> {
  const template = await findTemplate(ctx.postgres, templateId);
  const { organizationId } = ctx.caller;
  if (template === undefined || (organizationId !== undefined && organizationId !== template.organizationId)) throw notFound('Template');
  await deleteTemplate(ctx.postgres, templateId);
}

async function findOwner(ctx: TemplateContext, named: string | undefined): Promise<string> {
  const organizationId = named ?? ctx.caller.organizationId;
  if (organizationId === undefined) throw invalid([{ path: 'organization_id', message: 'organization_id is required' }]);
  await requireOrganization(ctx, organizationId);
  return organizationId;
}
