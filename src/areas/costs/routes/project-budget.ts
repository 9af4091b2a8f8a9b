import { defineEndpoint, type AppEndpoint } from '#context';
import { getProjectBudget, updateProjectBudget } from '../budgets/project-budget.ts';
import { CostProjectParams } from '../wire/query.ts';
import { ProjectBudgetBody, ProjectBudgetResponse, toProjectBudgetBody } from '../wire/project-budget.ts';

const common = {
  path: '/api/projects/{project_id}/budget',
  spec: '4.11',
  area: 'costs',
  params: CostProjectParams,
  responses: { 200: ProjectBudgetResponse },
} as const;

/** What one project may spend in a month. */
export const projectBudgetEndpoints: AppEndpoint[] = [
  defineEndpoint({
    ...common,
    method: 'GET',
    access: 'key',
    right: 'see_costs',
    summary: 'What a project may spend in this month, and what is left',
    handle: async (ctx, { params }) => ({ status: 200, body: toProjectBudgetBody(await getProjectBudget(ctx, params.project_id)) }),
  }),
  defineEndpoint({
    ...common,
    method: 'PUT',
    access: 'admin',
    summary: 'Set what one project may spend in a month',
    description: 'Other projects keep their limits. A key that is bound cannot change what binds it.',
    body: ProjectBudgetBody,
    refusesUnknown: true,
    subjectOf: ({ body }) => ({ changes: body }),
    handle: async (ctx, { params, body }) => ({
      status: 200,
      body: toProjectBudgetBody(await updateProjectBudget(ctx, params.project_id, body.monthly_usd)),
    }),
  }),
];
