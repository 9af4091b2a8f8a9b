import { Button, Group, MultiSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { postAdminTokens, type PostAdminTokensResponse } from '#client';
import { useSession } from '#app/session.tsx';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatInstant } from '#data/format.ts';
import { ErrorNote } from '#ui/states/answered.tsx';
import { JsonBlock } from '#ui/json-block.tsx';
import { Modal } from '#ui/overlay/modal.tsx';

const MINUTES = 60;
const SECONDS_PER_MINUTE = 60;

/** Signs a token for the routes that take one, and shows it once. */
export function MakeToken({ onClose }: { readonly onClose: () => void }) {
  const { me } = useSession();
  const [subject, setSubject] = useState('');
  const [projects, setProjects] = useState<string[]>([]);
  const [minutes, setMinutes] = useState<number | string>(MINUTES);
  const sign = useMutation<PostAdminTokensResponse, ApiError>({
    mutationFn: () =>
      ask(postAdminTokens, {
        body: {
          sub: subject.trim(),
          ...(projects.length > 0 && { project_ids: projects }),
          ...(typeof minutes === 'number' && { expires_in: minutes * SECONDS_PER_MINUTE }),
        },
      }),
  });
  return (
    <Modal opened onClose={onClose} title="Sign a token" size="lg">
      <Stack>
        <Text size="sm" c="dimmed">
          A token is for endpoints that accept a JWT. It names its subject and expires by itself; it cannot be revoked.
        </Text>
        <TextInput
          label="Subject"
          description="Who the token is for"
          required
          value={subject}
          onChange={({ currentTarget }) => setSubject(currentTarget.value)}
          data-autofocus
        />
        <MultiSelect
          label="Only these projects"
          searchable
          clearable
          data={me.projects.map(({ id, name }) => ({ value: id, label: name }))}
          value={projects}
          onChange={setProjects}
        />
        <NumberInput label="Valid for, in minutes" min={1} value={minutes} onChange={setMinutes} />
        {sign.error && <ErrorNote error={sign.error} />}
        {sign.data && (
          <>
            <JsonBlock label="Token" value={sign.data.token} />
            <Text size="sm">It is valid until {formatInstant(sign.data.expires_at)} UTC and is shown only once.</Text>
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button onClick={() => sign.mutate()} loading={sign.isPending} disabled={subject.trim() === ''}>
            Sign
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
