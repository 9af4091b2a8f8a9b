import { Button, Group, List, Paper, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { getChannels, postChannels, type Channel, type PostChannelsData, type PostChannelsResponse } from '#client';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { Modal } from '#ui/overlay/modal.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import type { KindGuide } from '../kinds.ts';
import { TestChannel } from '../test/test-channel.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { ChannelFields } from './channel-fields.tsx';
import { isWhole, toDraft, toFields } from './draft.ts';
import { KindChoice } from './kind-choice.tsx';
import { readConfigProblems } from './config-problems.ts';

/** Whose a channel is; neither: the service's. */
export interface Owner {
  readonly project_id?: string;
  readonly organization_id?: string;
}

interface AddChannelProps {
  readonly owner: Owner;
  /** Asks whose it is, where there is a choice. */
  readonly ownerChoice?: ReactNode;
  readonly others: readonly Channel[];
  readonly onClose: () => void;
}

/** Sets up a channel in three steps: what kind, where to, and whether a test arrives. */
export function AddChannel({ owner, ownerChoice, others, onClose }: AddChannelProps) {
  const [guide, setGuide] = useState<KindGuide>();
  const [made, setMade] = useState<PostChannelsResponse>();
  const title = made ? `${made.channel.name} is set up` : guide ? `Add a channel: ${guide.title}` : 'Add a channel';
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeOnClickOutside={guide === undefined}>
      {made ? (
        <Made made={made} onClose={onClose} />
      ) : guide ? (
        <Stack>
          {ownerChoice}
          <Form guide={guide} owner={owner} others={others} onMade={setMade} onBack={() => setGuide(undefined)} />
        </Stack>
      ) : (
        <KindChoice onChoose={setGuide} />
      )}
    </Modal>
  );
}

interface FormProps extends Pick<AddChannelProps, 'owner' | 'others'> {
  readonly guide: KindGuide;
  readonly onMade: (made: PostChannelsResponse) => void;
  readonly onBack: () => void;
}

function Form({ guide, owner, others, onMade, onBack }: FormProps) {
  const [draft, setDraft] = useState(() => toDraft(guide));
  const refresh = useRefresh(getChannels);
  const add = useMutation<PostChannelsResponse, ApiError>({
    // One form of the body for each kind: which one it is, only the service knows.
    mutationFn: () => ask(postChannels, { body: { ...owner, kind: guide.kind, ...toFields(draft, guide) } as PostChannelsData['body'] }),
    onSuccess: (made) => {
      say(`${made.channel.name} is set up`);
      refresh();
      onMade(made);
    },
  });
  const { problems, rest } = readConfigProblems(add.error, guide);
  return (
    <form onSubmit={onSubmit(() => add.mutate())} noValidate>
      <Stack>
        <Guide guide={guide} />
        <ChannelFields guide={guide} draft={draft} problems={problems} others={others} onChange={setDraft} />
        {rest && <ErrorNote error={rest} />}
        <Group justify="space-between">
          <Button variant="subtle" leftSection={<Icon name="chevron-left" size={15} />} onClick={onBack}>
            Another kind
          </Button>
          <Button type="submit" loading={add.isPending} disabled={!isWhole(draft, guide)}>
            Add the channel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Where to get what the form asks for. */
function Guide({ guide: { steps } }: { readonly guide: KindGuide }) {
  return (
    <Paper p="sm" bg="var(--raised)" component="section" aria-label="Where to get it">
      <List type="ordered" size="sm" spacing={4}>
        {steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
    </Paper>
  );
}

function Made({ made, onClose }: { readonly made: PostChannelsResponse; readonly onClose: () => void }) {
  return (
    <Stack>
      <ShownOnce secret={made.signing_secret} feedPath={made.feed_path} />
      <Text size="sm">Send a test now: that a receiver takes a message does not say that people see it.</Text>
      <TestChannel channel={made.channel} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
