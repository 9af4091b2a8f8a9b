import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  getAdminDataforseoTasksByTaskId,
  getDiagnosticsRunByRunId,
  type GetAdminDataforseoTasksByTaskIdResponse,
  type GetDiagnosticsRunByRunIdResponse,
} from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatInstant, formatPlural, formatUsd } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import { AppLink } from '#ui/links/app-link.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { JsonBlock } from '#ui/json-block.tsx';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge } from '#ui/states/status-badge.tsx';
import { diagnosticsSearch } from './search.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';

/** What is known of one run, and of one task of the provider. */
export function Lookups() {
  const { search, setSearch } = useScreenSearch(diagnosticsSearch);
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Section title="A run">
        <Ask label="Id of a workflow, check, task, or research run" value={search.run} onAsk={(run) => setSearch({ run })} />
        {search.run !== undefined && <Run runId={search.run} />}
      </Section>
      <Section title="A task of the provider">
        <Ask label="The provider's task id" value={search.task} onAsk={(task) => setSearch({ task })} />
        {search.task !== undefined && <Task taskId={search.task} />}
      </Section>
    </SimpleGrid>
  );
}

interface AskProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onAsk: (value: string | undefined) => void;
}

function Ask({ label, value, onAsk }: AskProps) {
  const [typed, setTyped] = useState(value ?? '');
  return (
    <form onSubmit={onSubmit(() => onAsk(typed.trim() || undefined))}>
      <Group align="flex-end" mb="md" wrap="nowrap">
        <TextInput flex={1} label={label} value={typed} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />
        <Button type="submit" variant="default">
          Look up
        </Button>
      </Group>
    </form>
  );
}

function Run({ runId }: { readonly runId: string }) {
  const answer = useAnswer(getDiagnosticsRunByRunId, { path: { runId } });
  return (
    <Answered answer={answer} height={200}>
      {(run) => <RunFacts run={run} />}
    </Answered>
  );
}

function RunFacts({ run: { kind, status, error, stack, workflow, costs, ...rest } }: { readonly run: GetDiagnosticsRunByRunIdResponse }) {
  const paid = costs.reduce((sum, { cost_usd: usd }) => sum + usd, 0);
  return (
    <Stack>
      <Facts
        facts={[
          ['Kind', kind.replaceAll('_', ' ')],
          ['Status', status === null ? '–' : <StatusBadge key="status" status={status} />],
          ['Cost', `${formatUsd(paid)} in ${formatPlural(costs.length, 'call')}`],
          ...(workflow === null
            ? []
            : [
                [
                  'Workflow',
                  <AppLink
                    key="workflow"
                    to="/ops/workflows/$type/$workflowId"
                    params={{ type: workflow.type, workflowId: workflow.id }}
                    inherit
                  >
                    {workflow.type}
                  </AppLink>,
                ] as const,
              ]),
          ...(error === null ? [] : [['Error', error] as const]),
        ]}
      />
      {stack !== null && <JsonBlock label="Stack" value={stack} />}
      <JsonBlock label="All details" value={{ workflow, costs, ...rest }} />
    </Stack>
  );
}

function Task({ taskId }: { readonly taskId: string }) {
  const answer = useAnswer(getAdminDataforseoTasksByTaskId, { path: { task_id: taskId } });
  return (
    <Answered answer={answer} height={200}>
      {(task) => <TaskFacts task={task} />}
    </Answered>
  );
}

function TaskFacts({
  task: { status, status_code: code, provider, warning, cost_usd: usd, costs, check },
}: {
  readonly task: GetAdminDataforseoTasksByTaskIdResponse;
}) {
  return (
    <Stack>
      <Facts
        facts={[
          ['Status', <StatusBadge key="status" status={status} />],
          ['Code', code ?? '–'],
          ['Called', provider?.endpoint ?? 'unknown to the provider'],
          ['Posted', `${formatInstant(provider?.posted_at)} UTC`],
          ['Done', `${formatInstant(provider?.done_at)} UTC`],
          ['Charged by the provider', formatUsd(provider?.cost_usd)],
          ['In our ledger', `${formatUsd(usd)} in ${formatPlural(costs.length, 'call')}`],
          ...(check === null ? [] : [['Posted for', `${check.keyword} (${check.engine}, ${check.device})`] as const]),
          ...(warning === undefined ? [] : [['Note', warning] as const]),
        ]}
      />
    </Stack>
  );
}
