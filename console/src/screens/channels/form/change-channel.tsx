import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getChannels, getChannelsByChannelId, putChannelsByChannelId, type Channel } from '#client';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { Modal } from '#ui/overlay/modal.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { findGuide } from '../kinds.ts';
import { ChannelFields } from './channel-fields.tsx';
import { readConfigProblems } from './config-problems.ts';
import { toDraft, toFields } from './draft.ts';

interface ChangeChannelProps {
  readonly channel: Channel;
  readonly others: readonly Channel[];
  readonly onClose: () => void;
}

/** Changes a channel. What is secret in it is not shown, and stays unless another one is entered. */
export function ChangeChannel({ channel, others, onClose }: ChangeChannelProps) {
  const guide = findGuide(channel.kind);
  const [draft, setDraft] = useState(() => toDraft(guide, channel));
  const refresh = useRefresh(getChannels, getChannelsByChannelId);
  const change = useMutation<unknown, ApiError>({
    mutationFn: () => {
      const { config, ...fields } = toFields(draft, guide);
      return ask(putChannelsByChannelId, {
        path: { channel_id: channel.id },
        body: { ...fields, ...(Object.keys(config).length > 0 && { config }) },
      });
    },
    onSuccess: () => {
      say(`${draft.name.trim()} is changed`);
      refresh();
      onClose();
    },
  });
  const { problems, rest } = readConfigProblems(change.error, guide);
  return (
    <Modal opened onClose={onClose} title={`Change ${channel.name}`} size="lg">
      <form onSubmit={onSubmit(() => change.mutate())} noValidate>
        <Stack>
          <ChannelFields guide={guide} draft={draft} problems={problems} isChanged others={others} onChange={setDraft} />
          {rest && <ErrorNote error={rest} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={change.isPending} disabled={draft.name.trim() === '' || draft.events.length === 0}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
