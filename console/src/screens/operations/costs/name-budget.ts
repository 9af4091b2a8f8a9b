const NAMES: Readonly<Record<string, string>> = {
  daily_usd: 'All calls, a day',
  llm_daily_usd: 'Language models, a day',
  organization_monthly_usd: 'Each organization, a month',
  project_monthly_usd: 'Each project, a month',
  key_monthly_usd: 'Each API key, a month',
  workflow_hourly_usd: 'Each type of workflow, an hour',
  run_cost_usd: 'Each run',
  run_requests: 'Each run, in calls',
};

/** What a budget limits, in words. */
export function nameBudget(name: string): string {
  return NAMES[name] ?? name.replaceAll('_', ' ');
}

/** From the widest to the narrowest, in the order of their names here; others come last. */
export function sortBudgets<Budget extends { readonly name: string }>(budgets: readonly Budget[]): Budget[] {
  const order = Object.keys(NAMES);
  const toPlace = ({ name }: Budget): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return budgets.toSorted((a, b) => toPlace(a) - toPlace(b));
}
