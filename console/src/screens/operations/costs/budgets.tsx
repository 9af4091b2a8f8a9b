import { Badge, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { BudgetUse, CostPoint } from '#client';
import { formatCount, formatInstant, formatPlural, formatUsd } from '#data/format.ts';
import { Gauge } from '#ui/charts/gauge.tsx';
import { Section } from '#ui/layout/section.tsx';
import { nameBudget, sortBudgets } from './name-budget.ts';
import { listOwnLimits, PROJECTS, sharedLimit } from './shared-limit.ts';
import { Scope, useScopeName } from './scope.tsx';
import { later } from '#ui/states/later.tsx';

const EditBudget = later(async () => (await import('./edit-budget.tsx')).EditBudget);

interface BudgetsProps {
  readonly budgets: readonly BudgetUse[];
  /** Oldest first; the last one is today. */
  readonly days: readonly CostPoint[];
}

const SHOWN_MAX = 4;
/** Set with each membership. */
const OF_MEMBERS = 'member_monthly_usd';

/** How full the budgets are, each with what is reserved for calls that are under way. */
export function Budgets({ budgets, days }: BudgetsProps) {
  const [edited, setEdited] = useState<BudgetUse>();
  return (
    <Section title="Budgets">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        {sortBudgets(budgets).map((budget) => (
          <Budget key={budget.name} budget={budget} onEdit={() => setEdited(budget)} />
        ))}
      </SimpleGrid>
      {edited && <EditBudget budget={edited} days={days} onClose={() => setEdited(undefined)} />}
    </Section>
  );
}

function Budget({ budget, onEdit }: { readonly budget: BudgetUse; readonly onEdit: () => void }) {
  const { name, unit, counters, resets_at: resetsAt } = budget;
  const format = unit === 'usd' ? formatUsd : formatCount;
  const toName = useScopeName(name);
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600}>{nameBudget(name)}</Text>
          <Text size="xs" c="dimmed">
            {name === PROJECTS && `${describeProjects(budget.limit, format)}. `}
            {resetsAt === null ? 'Counted for each run' : `Resets ${formatInstant(resetsAt)} UTC`}
          </Text>
        </div>
        {name !== OF_MEMBERS && (
          <Button size="xs" variant="default" flex="none" onClick={onEdit} aria-label={`Change the budget ${nameBudget(name)}`}>
            Change
          </Button>
        )}
      </Group>
      {counters.length === 0 ? (
        <Text component="div" size="sm">
          <Badge>{describeLimit(budget, format)}</Badge> Nothing spent in this period yet.
        </Text>
      ) : (
        <Group gap="lg" align="flex-start">
          {counters.slice(0, SHOWN_MAX).map(({ scope, spent_usd: spent, reserved_usd: reserved, requests, limit }) => (
            <Gauge
              key={scope}
              label={toName(scope)}
              shown={<Scope budget={name} scope={scope} name={toName(scope)} />}
              spent={unit === 'usd' ? spent : requests}
              reserved={unit === 'usd' ? reserved : 0}
              limit={limit}
              format={format}
              width={132}
            />
          ))}
        </Group>
      )}
    </Stack>
  );
}

/** Says whose limits they are: of all projects, and of how many beside. */
function describeProjects(limit: BudgetUse['limit'], format: (value: number) => string): string {
  const shared = sharedLimit(limit);
  const own = listOwnLimits(limit).length;
  const all = `all projects: ${shared === null ? 'no limit' : format(shared)}`;
  return own === 0 ? all : `${all}, ${formatPlural(own, 'project')} with a limit of its own`;
}

function describeLimit({ name, limit }: BudgetUse, format: (value: number) => string): string {
  if (name === OF_MEMBERS) return 'set for each member';
  if (limit === null) return 'no limit';
  if (name === PROJECTS) return describeProjects(limit, format);
  return typeof limit === 'number' ? format(limit) : `${Object.keys(limit).length} separate limits`;
}
