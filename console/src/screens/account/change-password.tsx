import { Button, Card, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { postMePassword, type PostMePasswordResponse } from '#client';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatPlural } from '#data/format.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { NewPassword } from './new-password.tsx';

/** Changes the password; every other session of the person ends. */
export function ChangePassword({ hasPassword }: { readonly hasPassword: boolean }) {
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
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Card withBorder component="form" onSubmit={submit}>
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
