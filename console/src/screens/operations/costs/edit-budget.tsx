import { Button, Group, NumberInput, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getAdminConfig, getAdminCostsDaily, getAdminCostsSummary, putAdminConfig, type BudgetUse, type CostPoint } from '#client';
import { say } from '#data/answers/announce.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { useRefresh } from '../use-refresh.ts';
import { describeDaily, describeMonthly } from './budget-simulation.ts';
import { formatNamedLimits, readNamedLimits, type Limit } from './named-limits.ts';
import { nameBudget } from './name-budget.ts';
import { PROJECTS, sharedLimit, withSharedLimit, listOwnLimits } from './shared-limit.ts';
import { useScopeName } from './scope.tsx';
import { Modal } from '#ui/overlay/modal.tsx';
import { formatUsd } from '#data/format.ts';
import { AppLink } from '#ui/links/app-link.tsx';

interface EditBudgetProps {
  readonly budget: BudgetUse;
  /** Oldest first; the last one is today. */
  readonly days: readonly CostPoint[];
  readonly onClose: () => void;
}

/** Budgets that take a limit for each name, beside one for all. */
const BY_NAME = ['workflow_hourly_usd', 'key_monthly_usd', 'organization_monthly_usd'];
const LIMIT_MAX = 1_000_000_000;

/** Changes a limit, and says first what it would have stopped. */
export function EditBudget({ budget, days, onClose }: EditBudgetProps) {
  const { name, unit, limit } = budget;
  const isOfProjects = name === PROJECTS;
  const first = isOfProjects ? sharedLimit(limit) : limit;
  const [isLimited, setLimited] = useState(first !== null);
  const [isByName, setByName] = useState(typeof first === 'object' && first !== null);
  const [amount, setAmount] = useState<number | string>(typeof first === 'number' ? first : '');
  const [lines, setLines] = useState(typeof limit === 'object' && limit !== null ? formatNamedLimits(limit) : '');
  const named = readNamedLimits(lines);
  const value = toLimit({ isLimited, isByName, amount, named: named.limits });
  const refresh = useRefresh(getAdminCostsSummary, getAdminConfig);
  const change = useMutation<unknown, ApiError>({
    mutationFn: () => ask(putAdminConfig, { body: { budgets: { [name]: isOfProjects ? withSharedLimit(limit, value) : value } } }),
    onSuccess: () => {
      say('Budget changed');
      refresh();
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={nameBudget(name)}>
      <Stack>
        <Text size="sm" c="dimmed">
          {isOfProjects ? 'This changes all projects without a limit of their own. ' : ''}It applies from the next call. With 0, nothing can
          be spent.
        </Text>
        {isOfProjects && <OwnLimits limit={limit} />}
        <Switch label="Limited" checked={isLimited} onChange={({ currentTarget }) => setLimited(currentTarget.checked)} />
        {isLimited && BY_NAME.includes(name) && (
          <Switch label="Separate limits" checked={isByName} onChange={({ currentTarget }) => setByName(currentTarget.checked)} />
        )}
        {isLimited && !isByName && (
          <NumberInput
            label={
              isOfProjects ? 'Limit of each of these projects in US dollars' : unit === 'usd' ? 'Limit in US dollars' : 'Limit in calls'
            }
            value={amount}
            onChange={setAmount}
            min={0}
            max={LIMIT_MAX}
            allowDecimal={unit === 'usd'}
            data-autofocus
          />
        )}
        {isLimited && isByName && (
          <Textarea
            label="Limits"
            description="One name and amount per line"
            autosize
            minRows={3}
            value={lines}
            error={named.problem}
            onChange={({ currentTarget }) => setLines(currentTarget.value)}
          />
        )}
        {typeof value !== 'object' && value !== undefined && <Effect budget={budget} days={days} limit={value} />}
        {change.error && <ErrorNote error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={value === undefined} loading={change.isPending} onClick={() => change.mutate()}>
            Change
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface Entered {
  readonly isLimited: boolean;
  readonly isByName: boolean;
  readonly amount: number | string;
  readonly named: Readonly<Record<string, number>> | undefined;
}

/** Undefined: what was entered is not a limit. */
function toLimit({ isLimited, isByName, amount, named }: Entered): Limit | undefined {
  if (!isLimited) return null;
  if (isByName) return named;
  return typeof amount === 'number' ? amount : undefined;
}

interface EffectProps {
  readonly budget: BudgetUse;
  readonly days: readonly CostPoint[];
  readonly limit: number | null;
}

const LLM_SERVICE = 'edge_workers_ai';

/** What the new limit would have done, where the past can say it. */
function Effect({ budget: { name, counters }, days, limit }: EffectProps) {
  if (limit === null) return null;
  if (name === 'daily_usd') return <Sentence text={describeDaily(days, limit)} />;
  if (name === 'llm_daily_usd') return <Sentence text={describeDaily(days.map(toLlmDay), limit)} />;
  if (name === PROJECTS) return <ProjectEffect projectId={counters[0]?.scope} limit={limit} />;
  const full = counters.filter(
    ({ spent_usd: spent, reserved_usd: reserved, requests }) => (name === 'run_requests' ? requests : spent + reserved) >= limit,
  );
  return counters.length === 0 ? null : (
    <Sentence text={`${full.length} of the ${counters.length} most used in this period would be stopped now.`} />
  );
}

function toLlmDay({ date, by_service: services = [] }: CostPoint): { date: string; cost_usd: number } {
  return { date, cost_usd: services.find(({ service }) => service === LLM_SERVICE)?.total_cost_usd ?? 0 };
}

const MONTH_DAYS = 31;

/** The effect on the project that spends most: its limit would be reached first. */
function ProjectEffect({ projectId, limit }: { readonly projectId: string | undefined; readonly limit: number }) {
  const { data } = useAnswer(
    getAdminCostsDaily,
    { query: { days: MONTH_DAYS, ...(projectId && { project_id: projectId }) } },
    { isWanted: projectId !== undefined },
  );
  const toName = useScopeName('project_monthly_usd');
  return data && projectId !== undefined ? (
    <Sentence text={`${toName(projectId)}, which spends most: ${describeMonthly(data.daily, limit)}`} />
  ) : null;
}

function Sentence({ text }: { readonly text: string }) {
  return (
    <Text size="sm" fw={500} aria-live="polite">
      {text}
    </Text>
  );
}

/** The projects with a limit of their own, each with the way to change it. */
function OwnLimits({ limit }: Pick<BudgetUse, 'limit'>) {
  const toName = useScopeName(PROJECTS);
  const own = listOwnLimits(limit);
  if (own.length === 0)
    return (
      <Text size="sm" c="dimmed">
        A project gets a limit of its own in its settings.
      </Text>
    );
  return (
    <div>
      <Text size="sm">With a limit of their own, changed in their settings:</Text>
      <ul>
        {own.map(({ projectId, limitUsd }) => (
          <li key={projectId}>
            <AppLink to="/p/$projectId/settings" params={{ projectId }} size="sm">
              {toName(projectId)}
            </AppLink>{' '}
            <Text span size="sm">
              {limitUsd === null ? 'no limit' : `${formatUsd(limitUsd)} a month`}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}
