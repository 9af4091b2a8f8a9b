import { Button, Group, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getAdminSandboxFaults, postAdminSandboxFaults, type SandboxFault } from '#client';
import { say } from '#data/answers/announce.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { Section } from '#ui/layout/section.tsx';
import { useRefresh } from '../use-refresh.ts';
import { FAULT_KINDS, withoutFault } from './fault-kinds.ts';
import { Table } from '#ui/layout/table.tsx';

/** Makes simulated sources fail, by switches. */
export function Faults() {
  const faults = useAnswer(getAdminSandboxFaults, {});
  return (
    <Section title="Faults">
      <Answered answer={faults} height={320}>
        {(data) => <Switches faults={data.faults} />}
      </Answered>
    </Section>
  );
}

interface Change {
  readonly kind: string;
  readonly isOn: boolean;
}

function Switches({ faults }: { readonly faults: readonly SandboxFault[] }) {
  const [match, setMatch] = useState('');
  const [percent, setPercent] = useState<number | string>(100);
  const refresh = useRefresh(getAdminSandboxFaults);
  const rate = typeof percent === 'number' ? percent / 100 : 1;
  const change = useMutation<unknown, ApiError, Change>({
    mutationFn: ({ kind, isOn }) =>
      isOn ? ask(postAdminSandboxFaults, { body: { match, kind, rate } }) : setFaults(withoutFault(faults, { match, kind })),
    onSuccess: (_, { kind, isOn }) => say(`${kind} is ${isOn ? 'on' : 'off'}`),
    onSettled: refresh,
  });
  const clear = useMutation<unknown, ApiError>({ mutationFn: () => setFaults([]), onSettled: refresh });
  const error = change.error ?? clear.error;
  return (
    <Stack>
      <Group align="flex-end">
        <TextInput
          label="Calls whose address contains"
          placeholder="all calls"
          description="Part of host and path"
          value={match}
          onChange={({ currentTarget }) => setMatch(currentTarget.value)}
        />
        <NumberInput label="Share of calls, in percent" min={1} max={100} value={percent} onChange={setPercent} />
        <Button variant="default" disabled={faults.length === 0} loading={clear.isPending} onClick={() => clear.mutate()}>
          Clear all faults
        </Button>
      </Group>
      {error && <ErrorNote error={error} />}
      <Stack gap="xs">
        {FAULT_KINDS.map(({ kind, text }) => (
          <Switch
            key={kind}
            label={kind}
            description={text}
            checked={faults.some((fault) => fault.kind === kind && fault.match === match)}
            disabled={change.isPending}
            onChange={({ currentTarget }) => change.mutate({ kind, isOn: currentTarget.checked })}
          />
        ))}
      </Stack>
      <Known faults={faults} />
    </Stack>
  );
}

/** The sandbox clears all faults at once, so those that stay are set again. */
async function setFaults(faults: readonly SandboxFault[]): Promise<void> {
  await ask(postAdminSandboxFaults, { body: {} });
  for (const { match, kind, rate, count, delay_ms: delayMs } of faults) {
    const body = {
      match,
      kind,
      ...(rate !== undefined && { rate }),
      ...(typeof count === 'number' && { count }),
      ...(typeof delayMs === 'number' && { delay_ms: delayMs }),
    };
    await ask(postAdminSandboxFaults, { body });
  }
}

function Known({ faults }: { readonly faults: readonly SandboxFault[] }) {
  if (faults.length === 0) return <Text size="sm">No faults are on.</Text>;
  return (
    <Table aria-label="Faults that are on">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Fault</Table.Th>
          <Table.Th>Calls</Table.Th>
          <Table.Th ta="right">Share</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {faults.map(({ match, kind, rate = 1 }) => (
          <Table.Tr key={`${match} ${kind} ${rate}`}>
            <Table.Td>{kind}</Table.Td>
            <Table.Td>{match === '' ? 'all' : match}</Table.Td>
            <Table.Td ta="right">{Math.round(rate * 100)}%</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
