import { z } from 'zod';
import { idField, listField } from '#http/fields.ts';
import { ROLE_NAMES, SCREEN_NAMES, type Grant } from '../roles.ts';

const PROJECTS_MAX = 1_000;
const USD_MAX = 1_000_000;

/** What a member may do, as it is asked for and answered. */
export const GRANT_FIELDS = {
  role: z.enum(ROLE_NAMES),
  project_ids: listField(idField(), { min: 1, max: PROJECTS_MAX })
    .nullable()
    .meta({ description: 'Only these projects; null: all, later ones too' }),
  screens: listField(z.enum(SCREEN_NAMES), { min: 1, max: SCREEN_NAMES.length })
    .nullable()
    .meta({ description: 'Only these parts of the service; null: all, and for clients `overview`, `rankings` and `answers`' }),
  hide_costs: z.boolean().meta({ description: 'Editors and viewers: prices, budgets and spending are left out. Clients never see them' }),
  hide_volume: z.boolean().meta({ description: 'Search volumes and traffic are left out' }),
  csv: z.boolean().meta({ description: 'May take lists away as CSV' }),
  comment: z.boolean().meta({ description: 'Viewers and clients: may write notes on charts' }),
  monthly_usd: z
    .number()
    .min(0)
    .max(USD_MAX)
    .nullable()
    .meta({ description: 'What the person may spend in a month (UTC); null: only the budgets of the organization hold' }),
};

/** The same as it is answered. */
export const GRANT_SHOWN = {
  ...GRANT_FIELDS,
  project_ids: z.array(z.string()).max(PROJECTS_MAX).nullable(),
  screens: z.array(z.enum(SCREEN_NAMES)).nullable(),
};

export const GrantBody = z.object(GRANT_FIELDS).partial().required({ role: true });
export const GrantChangeBody = z.object(GRANT_FIELDS).partial();

/** What is asked for, with what a role has where nothing is said. */
export function toGrant(body: z.infer<typeof GrantBody>): Grant {
  return {
    role: body.role,
    projectIds: body.project_ids ?? undefined,
    screens: body.screens ?? undefined,
    hideCosts: body.hide_costs ?? false,
    hideVolume: body.hide_volume ?? false,
    csv: body.csv ?? body.role !== 'client',
    comment: body.comment ?? false,
    monthlyUsd: body.monthly_usd ?? undefined,
  };
}

/** What of a grant is to change; null takes a limit away. */
export function toGrantChanges(body: z.infer<typeof GrantChangeBody>): Partial<Grant> {
  const changes: { -readonly [Name in keyof Grant]?: Grant[Name] } = {};
  if (body.role !== undefined) changes.role = body.role;
  if (body.project_ids !== undefined) changes.projectIds = body.project_ids ?? undefined;
  if (body.screens !== undefined) changes.screens = body.screens ?? undefined;
  if (body.hide_costs !== undefined) changes.hideCosts = body.hide_costs;
  if (body.hide_volume !== undefined) changes.hideVolume = body.hide_volume;
  if (body.csv !== undefined) changes.csv = body.csv;
  if (body.comment !== undefined) changes.comment = body.comment;
  if (body.monthly_usd !== undefined) changes.monthlyUsd = body.monthly_usd ?? undefined;
  return changes;
}
