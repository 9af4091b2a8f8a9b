import { Button, Card, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ApiError } from '#data/answers/api-error.ts';
import { ErrorNote } from '../states/answered.tsx';
import { isolate } from '#data/isolate.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';

interface TypeToConfirmProps {
  readonly label: string;
  readonly explanation: string;
  /** What has to be typed. */
  readonly word: string;
  readonly verb: string;
  readonly isPending: boolean;
  readonly error: ApiError | null;
  readonly onConfirm: () => void;
}

/** For what cannot be taken back: the name has to be typed first. */
export function TypeToConfirm({ label, explanation, word, verb, isPending, error, onConfirm }: TypeToConfirmProps) {
  const [typed, setTyped] = useState('');
  const submit = onSubmit(() => {
    if (typed.trim() === word) onConfirm();
  });
  return (
    <Card withBorder component="form" onSubmit={submit}>
      <Stack gap="xs">
        <Text fw={600}>{label}</Text>
        <Text size="sm" c="dimmed">
          {explanation}
        </Text>
        {error && <ErrorNote error={error} />}
        <Group align="end" gap="xs">
          <TextInput
            flex={1}
            label={`Type ${isolate(word)} to confirm`}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            autoComplete="off"
          />
          <Button type="submit" color="red.9" disabled={typed.trim() !== word} loading={isPending}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
