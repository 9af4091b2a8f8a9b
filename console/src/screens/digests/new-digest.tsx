import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getDigests, postDigests, type Digest, type DigestPreset, type PostDigestsResponse } from '#client';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { readProblems } from '#data/answers/problems.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { Modal } from '#ui/overlay/modal.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { ScopeFields } from './editor/scope-fields.tsx';

interface NewDigestProps {
  readonly presets: readonly DigestPreset[];
  readonly scope: Digest['scope'];
  readonly organizationId: string | undefined;
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}

/** Makes a digest that is switched off: its mail is looked at first. */
export function NewDigest({ presets: [preset], scope: first, organizationId, onMade, onClose }: NewDigestProps) {
  const [name, setName] = useState(preset?.title ?? 'Weekly digest');
  const [scope, setScope] = useState(first);
  const refresh = useRefresh(getDigests);
  const make = useMutation<PostDigestsResponse, ApiError>({
    mutationFn: () =>
      ask(postDigests, {
        body: {
          ...(preset?.settings ?? { every: 'week' as const }),
          name: name.trim(),
          scope,
          enabled: false,
          ...(scope.kind === 'organization' && organizationId !== undefined && { organization_id: organizationId }),
        },
      }),
    onSuccess: ({ digest }) => {
      refresh();
      onMade(digest.id);
    },
  });
  const problems = readProblems(make.error);
  return (
    <Modal opened onClose={onClose} title="New digest" size="md">
      <form onSubmit={onSubmit(() => make.mutate())} noValidate>
        <Stack>
          {preset && (
            <Text size="sm" c="dimmed">
              {preset.summary} Everything can be changed; nothing is sent before you switch it on.
            </Text>
          )}
          <TextInput
            label="Name"
            required
            data-autofocus
            value={name}
            error={problems.of('name')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <ScopeFields organizationId={organizationId} scope={scope} error={problems.of('scope')} onChange={setScope} />
          {make.error && !problems.areAllAt(['name', 'scope']) && <ErrorNote error={make.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={make.isPending} disabled={name.trim() === ''}>
              Go on
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
