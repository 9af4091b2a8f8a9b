import { z } from 'zod';
import { toBody } from '#http/to-body.ts';
import { Usd } from '../budgets/budget-limits.ts';
import type { ProjectBudget } from '../budgets/project-budget.ts';

export const ProjectBudgetBody = z.object({
  monthly_usd: Usd.optional().meta({
    description: 'A limit of its own; null: none, whatever all projects have; left out: that of all projects again.',
  }),
});

const BudgetBody = z
  .object({
    project_id: z.string(),
    limit_usd: z.number().nullable().meta({ description: 'Null: no limit.' }),
    limit_of: z.enum(['project', 'all_projects', 'organization']).meta({
      description: 'Whose limit it is: its own, that of all projects without one, or what its organization allows it, which is lower.',
    }),
    all_projects_usd: z.number().nullable().meta({ description: 'What projects without a limit of their own may spend. Null: no limit.' }),
    spent_usd: z.number(),
    reserved_usd: z.number().meta({ description: 'Of calls that are under way.' }),
    left_usd: z.number().nullable().meta({ description: 'Null without a limit.' }),
    resets_at: z.string(),
  })
  .meta({ id: 'ProjectBudget' });

export const ProjectBudgetResponse = z.object({ success: z.boolean(), budget: BudgetBody });

export function toProjectBudgetBody(budget: ProjectBudget): z.input<typeof ProjectBudgetResponse> {
  return { success: true, budget: toBody(BudgetBody, budget) };
}
