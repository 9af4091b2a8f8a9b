export const STEPS = ['site', 'market', 'competitors', 'keywords', 'start'] as const;
export type Step = (typeof STEPS)[number];

export const STEP_TITLES: Readonly<Record<Step, string>> = {
  site: 'Site',
  market: 'Market',
  competitors: 'Competitors',
  keywords: 'Keywords',
  start: 'Price and start',
};

/** The step after a step; the last one has none. */
export function toNext(step: Step): Step | undefined {
  return STEPS[STEPS.indexOf(step) + 1];
}

/** Without a project there is only the first step. */
export function toShown(step: Step, projectId: string | undefined): Step {
  return projectId === undefined ? 'site' : step;
}
