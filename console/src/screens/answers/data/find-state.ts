import type { AnswerPlan, AnswerSummary } from '#client';

/** The steps of a project towards rates: brands, prompts, a plan, answers. */
export type AnswersState = 'no_brands' | 'no_prompts' | 'no_plan' | 'plan_off' | 'waiting' | 'failed' | 'there';

export interface AnswersFacts {
  readonly brands: number;
  /** Prompts that are asked. */
  readonly prompts: number;
  readonly plan: Pick<AnswerPlan, 'enabled' | 'surfaces'>;
  /** Answers of the weeks that are shown. */
  readonly groups: readonly Pick<AnswerSummary, 'samples'>[];
}

/** The state of a screen of rates: the rates, or the first step that is missing for them. Answers that are there are shown in any case. */
export function findState({ brands, prompts, plan, groups }: AnswersFacts): AnswersState {
  if (groups.some(({ samples }) => (samples['answered'] ?? 0) > 0)) return 'there';
  if (brands === 0) return 'no_brands';
  if (prompts === 0) return 'no_prompts';
  if (plan.surfaces.length === 0) return 'no_plan';
  if (groups.length > 0) return 'failed';
  return plan.enabled ? 'waiting' : 'plan_off';
}
