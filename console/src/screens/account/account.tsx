import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteSessionsById, getSessions, type Session as OpenSession } from '../../../../clients/typescript/src/index.ts';
import { useSession } from '../../app/session.tsx';
import { answerKey, ask, useAnswer } from '../../data/answers.ts';
import { say } from '../../data/announce.ts';
import type { ApiError } from '../../data/api-error.ts';
import { formatAge, formatInstant } from '../../data/format.ts';
import { Answered, Empty, ErrorNote } from '../../ui/answered.tsx';
import { WideTable } from '../../ui/wide-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ChangePassword } from './change-password.tsx';
import { describeAgent } from './describe-agent.ts';
import { Table } from '../../ui/table.tsx';

/** Who is signed in, their password, and every browser that is signed in as them. */
export function View() {
  const { me } = useSession();
  return (
    <Stack gap="lg" maw={860}>
      <PageHeader title="Account" description={me.email ?? 'Signed in by an API key'} />
      <Card withBorder>
        <Stack gap="xs">
          <Title order={2}>{me.name}</Title>
          <Group gap="xs">
            {me.role && <Badge>{me.role}</Badge>}
            {me.scopes.map((scope) => (
              <Badge key={scope}>{scope}</Badge>
            ))}
          </Group>
        </Stack>
      </Card>
      {me.kind === 'user' && <ChangePassword hasPassword={me.has_password} />}
      <Sessions />
    </Stack>
  );
}

function Sessions() {
  const sessions = useAnswer(getSessions, {});
  const queries = useQueryClient();
  const end = useMutation<unknown, ApiError, string>({
    mutationFn: (id) => ask(deleteSessionsById, { path: { id } }),
    onSuccess: () => {
      say('The session has ended');
      void queries.invalidateQueries({ queryKey: answerKey(getSessions) });
    },
  });
  return (
    <Card withBorder>
      <Title order={2} mb="sm">
        Sessions
      </Title>
      {end.error && <ErrorNote error={end.error} />}
      <Answered answer={sessions} height={160}>
        {({ sessions: rows }) =>
          rows.length === 0 ? (
            <Empty title="No browser is signed in">You came by a key that is sent with each request.</Empty>
          ) : (
            <WideTable minWidth={560}>
              <Table verticalSpacing={10}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Browser</Table.Th>
                    <Table.Th>Address</Table.Th>
                    <Table.Th>Begun (UTC)</Table.Th>
                    <Table.Th>Last used</Table.Th>
                    <Table.Th>
                      <span className="sr-only">Action</span>
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row) => (
                    <SessionRow key={row.id} session={row} isEnding={end.isPending} onEnd={() => end.mutate(row.id)} />
                  ))}
                </Table.Tbody>
              </Table>
            </WideTable>
          )
        }
      </Answered>
    </Card>
  );
}

interface SessionRowProps {
  readonly session: OpenSession;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  // Sessions run on the real clock, also where the world of the sandbox is another day.
  const now = new Date(Date.now());
  return (
    <Table.Tr>
      <Table.Td title={session.agent ?? ''}>{describeAgent(session.agent)}</Table.Td>
      <Table.Td>{session.address}</Table.Td>
      <Table.Td>{formatInstant(session.created_at)}</Table.Td>
      <Table.Td>{formatAge(session.used_at, now)}</Table.Td>
      <Table.Td ta="right">
        {session.is_current ? (
          <Text size="sm">this one</Text>
        ) : (
          <Button size="compact-sm" variant="default" disabled={isEnding} onClick={onEnd}>
            End
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
