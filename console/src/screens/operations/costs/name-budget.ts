const NAMES: Readonly<Record<string, string>> = {
  daily_usd: 'All calls, per day',
  llm_daily_usd: 'Language models, per day',
  organization_monthly_usd: 'Organization, per month',
  project_monthly_usd: 'Project, per month',
  member_monthly_usd: 'Member, per month',
  key_monthly_usd: 'API key, per month',
  workflow_hourly_usd: 'Workflow type, per hour',
  run_cost_usd: 'Spend per run',
  run_requests: 'Calls per run',
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
