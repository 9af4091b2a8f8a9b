import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getProjectsByProjectIdBudget, putProjectsByProjectIdBudget, type ProjectBudget as Budget } from '#client';
import { useSession } from '#app/session.tsx';
import { say } from '#data/answers/announce.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatInstant, formatUsd } from '#data/format.ts';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';

const LIMIT_MAX = 1_000_000_000;

/** What the project may spend in a month, and for operators the means to change that. */
export function ProjectBudget({ projectId }: { readonly projectId: string }) {
  const { me, rights } = useSession();
  const canSet = rights.has('operate') && me.organization_id === null && me.project_ids === null;
  const answer = useAnswer(getProjectsByProjectIdBudget, { path: { project_id: projectId } });
  return (
    <Answered answer={answer} height={64}>
      {({ budget }) => (
        <Stack gap="xs">
          <Text size="sm">{describeBudget(budget)}</Text>
          {canSet ? (
            <LimitForm key={`${budget.limit_of} ${budget.limit_usd}`} budget={budget} />
          ) : (
            <Text size="sm" c="dimmed">
              An administrator of this service can change it.
            </Text>
          )}
        </Stack>
      )}
    </Answered>
  );
}

const WHOSE: Readonly<Record<Budget['limit_of'], string>> = {
  project: 'This project may spend',
  organization: 'Its organization allows this project',
  all_projects: 'Like every project without a limit of its own, this one may spend',
};

/** How the budget stands, in words. */
function describeBudget({ limit_usd: limit, limit_of: of, left_usd: left, resets_at: resetsAt }: Budget): string {
  if (limit === null) return 'Nothing limits what this project may spend in a month.';
  const whose = WHOSE[of];
  const rest = left === 0 ? 'it is used up' : `${formatUsd(left)} is left`;
  return `${whose} ${formatUsd(limit)} a month; ${rest} until ${formatInstant(resetsAt)} UTC.`;
}

function LimitForm({ budget }: { readonly budget: Budget }) {
  const { project_id: projectId, limit_usd: limit, limit_of: of, all_projects_usd: shared } = budget;
  const isOwn = of === 'project';
  const [amount, setAmount] = useState<number | string>(isOwn ? (limit ?? '') : '');
  const queries = useQueryClient();
  const change = useMutation<unknown, ApiError, { readonly monthly_usd?: number | null }>({
    mutationFn: (body) => ask(putProjectsByProjectIdBudget, { path: { project_id: projectId }, body }),
    onSuccess: () => {
      say("This project's monthly budget is changed");
      void queries.invalidateQueries();
    },
  });
  return (
    <>
      {change.error && <ErrorNote error={change.error} />}
      <Group align="end" gap="xs">
        <NumberInput
          label="This project's limit a month, in US dollars"
          description={`Other projects keep theirs: ${shared === null ? 'no limit' : formatUsd(shared)} unless set for them`}
          placeholder={limit === null ? 'no limit' : String(limit)}
          value={amount}
          onChange={setAmount}
          min={0}
          max={LIMIT_MAX}
        />
        <Button
          disabled={typeof amount !== 'number'}
          loading={change.isPending}
          onClick={() => change.mutate({ monthly_usd: Number(amount) })}
        >
          Set the limit
        </Button>
        {isOwn && (
          <Button variant="default" loading={change.isPending} onClick={() => change.mutate({})}>
            {shared === null ? 'Take the limit away' : `Use the limit of all projects, ${formatUsd(shared)}`}
          </Button>
        )}
      </Group>
    </>
  );
}
