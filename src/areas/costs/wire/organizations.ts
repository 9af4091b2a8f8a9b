import { z } from 'zod';
import { idField, limitField, listField, offsetField } from '#http/fields.ts';
import { ListFields, toListFields } from '#http/paging.ts';
import { toBody } from '#http/to-body.ts';
import type { Page } from '#kernel/lists.ts';
import { Usd } from '../budgets/budget-limits.ts';
import type { BudgetOrder, OrganizationBudget } from '../organizations/budget.ts';
import type { MemberCosts } from '../organizations/list-member-costs.ts';
import { SpanBody, toSpanBody } from './shared.ts';

const PROJECTS_MAX = 200;
const PAGE_DEFAULT = 100;
const PAGE_MAX = 500;

export const OrganizationParams = z.object({ organization_id: idField() });
export const BudgetQuery = z.object({ limit: limitField(PAGE_DEFAULT, PAGE_MAX), offset: offsetField() });

const CauseBody = z
  .object({
    kind: z.enum(['person', 'key']).meta({ description: "`key`: one that is no person's" }),
    id: z.string(),
    name: z.string().nullable().meta({ description: 'Null: it is gone.' }),
    cost_usd: z.number(),
    by_keys_usd: z.number().meta({ description: 'Of it by keys: for a person those of their own' }),
    requests: z.int(),
    runs: z.int(),
    last_at: z.string(),
    monthly_usd: z.number().nullable().meta({ description: 'What the member may spend in a month; null: no limit of their own' }),
  })
  .meta({ id: 'CauseCosts' });

export const MemberCostsResponse = z.object({
  success: z.boolean(),
  members: z.array(CauseBody),
  ...SpanBody,
  cost_usd: z.number().meta({ description: 'All that the projects paid for' }),
  others_usd: z
    .number()
    .meta({ description: 'Of it what no person and no key caused: schedules, and what was spent before causes were kept' }),
  ...ListFields,
});

export function toMemberCostsBody(
  { causes, total, span, costUsd, othersUsd }: MemberCosts,
  page: Page,
): z.input<typeof MemberCostsResponse> {
  return {
    success: true,
    members: causes.map((cause) => toBody(CauseBody, cause)),
    ...toSpanBody(span),
    cost_usd: costUsd,
    others_usd: othersUsd,
    ...toListFields(causes, page, total),
  };
}

const room = {
  limit_usd: z.number().nullable().meta({ description: 'Null: no limit' }),
  spent_usd: z.number(),
  reserved_usd: z.number().meta({ description: 'Of calls that are under way' }),
  left_usd: z.number().nullable().meta({ description: 'Null without a limit' }),
};
const RoomBody = z.object(room);
const ProjectRoomBody = z
  .object({
    project_id: z.string(),
    name: z.string(),
    ...room,
    own_limit_usd: z.number().nullable().meta({ description: 'What the organization allows it; null: it set nothing' }),
    service_limit_usd: z.number().nullable().meta({ description: 'What operators allow it; null: no limit. The lower of the two holds.' }),
  })
  .meta({ id: 'ProjectRoom' });

export const OrganizationBudgetResponse = z.object({
  success: z.boolean(),
  organization_id: z.string(),
  organization: RoomBody.optional().meta({ description: 'Over all projects; left out for callers who see some of them only' }),
  resets_at: z.string(),
  projects: z.array(ProjectRoomBody),
  ...ListFields,
});

export const OrganizationBudgetBody = z.object({
  monthly_usd: Usd.optional().meta({ description: 'What the organization may spend in a month; null: no limit. Set by operators only.' }),
  projects: listField(z.object({ project_id: idField(), monthly_usd: Usd }), { max: PROJECTS_MAX })
    .optional()
    .meta({ description: 'What it allows each; null: nothing of its own. Those that are not named keep theirs.' }),
});

export function toBudgetOrder({ monthly_usd: monthlyUsd, projects = [] }: z.output<typeof OrganizationBudgetBody>): BudgetOrder {
  return { monthlyUsd, projects: projects.map(({ project_id: projectId, monthly_usd: usd }) => ({ projectId, monthlyUsd: usd })) };
}

export function toOrganizationBudgetBody(budget: OrganizationBudget, page: Page): z.input<typeof OrganizationBudgetResponse> {
  const { organizationId, whole, projects, total, resetsAt } = budget;
  return {
    success: true,
    organization_id: organizationId,
    ...(whole && { organization: toBody(RoomBody, whole) }),
    resets_at: resetsAt.toISOString(),
    projects: projects.map((project) => toBody(ProjectRoomBody, project)),
    ...toListFields(projects, page, total),
  };
}
