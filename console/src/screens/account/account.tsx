import { Badge, Button, Card, Group, Stack, Title, PasswordInput, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { deleteSessionsById, getSessions, type Session as OpenSession, postMePassword, type PostMePasswordResponse } from '#client';
import { useRealNow, useSession } from '#app/session.tsx';
import { answerKey, ask, useAnswer } from '#data/answers/answers.ts';
import { say } from '#data/answers/announce.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatAge, formatPlural } from '#data/format.ts';
import { Answered, Empty, ErrorNote } from '#ui/states/answered.tsx';
import type { RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useLocalPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { describeAgent } from './describe-agent.ts';
import { Identities } from './identities.tsx';
import { NewPassword } from './new-password.tsx';
import { Security } from './security/security.tsx';
import { onSubmit } from '#ui/forms/on-submit.ts';

/** Who is signed in, their second factors and password, and every browser that is signed in as them. */
export function View() {
  const { me } = useSession();
  return (
    <Stack gap="lg" maw={860}>
      <PageHeader title="Account" lead={me.email ?? 'Signed in with an API key'} />
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
      {me.kind === 'user' && <Security />}
      {me.kind === 'user' && <ChangePassword hasPassword={me.has_password} />}
      {me.kind === 'user' && <Identities email={me.email} />}
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
  const { mutate, isPending } = end;
  const now = useRealNow();
  const columns = useMemo(() => toColumns(mutate, isPending, now), [mutate, isPending, now]);
  const place = useLocalPlace();
  return (
    <Card withBorder>
      <Title order={2} mb="sm">
        Sessions
      </Title>
      {end.error && <ErrorNote error={end.error} />}
      <Answered answer={sessions} height={160}>
        {({ sessions: rows }) =>
          rows.length === 0 ? (
            <Empty title="No browser is signed in">You are using a key that is sent with each request.</Empty>
          ) : (
            <RowsGrid label="Sessions" rows={rows} columns={columns} rowKey={toKey} place={place} />
          )
        }
      </Answered>
    </Card>
  );
}

const toKey = ({ id }: OpenSession): string => id;

function toColumns(end: (id: string) => void, isEnding: boolean, now: () => Date): readonly RowColumn<OpenSession>[] {
  return [
    column.text('browser', 'Browser', 200, {
      of: ({ agent }) => describeAgent(agent),
      render: ({ agent }) => <span title={agent ?? ''}>{describeAgent(agent)}</span>,
    }),
    column.text('address', 'Address', 150, { isOnPhone: true }),
    column.instant('begun', 'Started (UTC)', 160, { of: 'created_at' }),
    column.text('used', 'Last used', 130, { of: 'used_at', isOnPhone: true, render: ({ used_at: at }) => formatAge(at, now()) }),
    column.text('end', 'State', 90, {
      of: ({ is_current: isCurrent }) => (isCurrent ? 'this session' : 'open'),
      isOnPhone: true,
      isSortable: false,
      render: ({ id, is_current: isCurrent }) =>
        isCurrent ? (
          'this session'
        ) : (
          <Button size="compact-xs" variant="default" disabled={isEnding} onClick={() => end(id)}>
            End
          </Button>
        ),
    }),
  ];
}

/** Changes the password; every other session of the person ends. */
function ChangePassword({ hasPassword }: { readonly hasPassword: boolean }) {
  const queries = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useMutation<PostMePasswordResponse, ApiError>({
    mutationFn: () => ask(postMePassword, { body: { new_password: next, ...(hasPassword ? { current_password: current } : {}) } }),
    onSuccess: () => {
      setCurrent('');
      setNext('');
      void queries.invalidateQueries();
    },
  });
  return (
    <Card withBorder component="form" onSubmit={onSubmit(() => change.mutate())}>
      <Stack maw={420}>
        <Title order={2}>{hasPassword ? 'Change the password' : 'Choose a password'}</Title>
        {change.error && <ErrorNote error={change.error} />}
        {change.data && (
          <Text size="sm" role="status">
            Password changed, {formatPlural(change.data.sessions_ended, 'other session')} ended.
          </Text>
        )}
        {hasPassword && (
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            value={current}
            onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          />
        )}
        <NewPassword label="New password" value={next} onChange={setNext} />
        <Group>
          <Button type="submit" loading={change.isPending}>
            Change
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
