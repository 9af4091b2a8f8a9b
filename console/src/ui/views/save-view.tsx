import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getViews, postViews } from '#client';
import { useRawSearch } from '#app/use-screen-search.ts';
import { answerKey, ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { ErrorNote } from '../states/answered.tsx';
import { Modal } from '../overlay/modal.tsx';
import { toViewParams } from './saved-views.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';

interface SaveViewProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly screen: string;
  readonly projectId: string | undefined;
}

/** Gives what is on screen a name. */
export function SaveView(props: SaveViewProps) {
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title="Save this view">
      <Form {...props} />
    </Modal>
  );
}

function Form({ screen, projectId, onClose }: SaveViewProps) {
  const client = useQueryClient();
  const search = useRawSearch();
  const [values, setValues] = useState({ name: '', isShared: false, isDefault: false });
  const save = useMutation<unknown, ApiError>({
    mutationFn: async () =>
      await ask(postViews, {
        body: {
          screen,
          name: values.name,
          params: toViewParams(search),
          shared: values.isShared,
          is_default: values.isDefault,
          ...(projectId && { project_id: projectId }),
        },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: answerKey(getViews) });
      onClose();
    },
  });
  return (
    <form onSubmit={onSubmit(() => save.mutate())}>
      <Stack gap="sm">
        {save.error && <ErrorNote error={save.error} />}
        <TextInput
          label="Name"
          required
          maxLength={100}
          data-autofocus
          value={values.name}
          onChange={({ currentTarget: { value } }) => setValues({ ...values, name: value })}
        />
        <Checkbox
          label="Shared with everyone who sees the project"
          checked={values.isShared}
          onChange={({ currentTarget: { checked } }) => setValues({ ...values, isShared: checked })}
        />
        <Checkbox
          label="Open the screen with this view"
          checked={values.isDefault}
          onChange={({ currentTarget: { checked } }) => setValues({ ...values, isDefault: checked })}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
