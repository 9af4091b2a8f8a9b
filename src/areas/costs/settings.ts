import { defineSetting } from '#area/setting.ts';
import { BudgetChanges, BudgetLimits, readBudgets, updateBudgets } from './budgets/budget-limits.ts';

export const settings = [
  defineSetting({
    name: 'budgets',
    value: BudgetLimits,
    change: BudgetChanges.meta({ description: 'Only what is named changes' }),
    read: readBudgets,
    update: (postgres, changes) => updateBudgets({ postgres }, changes),
  }),
];
