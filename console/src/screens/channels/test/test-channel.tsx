import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  getChannels,
  getChannelsByChannelId,
  getChannelsByChannelIdDeliveries,
  getChannelsByChannelIdDeliveriesByDeliveryId,
  postChannelsByChannelIdTest,
  postChannelsByChannelIdTestByTestId,
  type Channel,
  type ChannelDelivery,
  type PostChannelsByChannelIdTestByTestIdResponse,
} from '#client';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { findGuide } from '../kinds.ts';

const EVERY_MS = 1000;

/** Sends a test message, follows it, and asks whether it arrived: only a person can see that. */
export function TestChannel({ channel }: { readonly channel: Pick<Channel, 'id' | 'kind' | 'state'> }) {
  const refresh = useRefresh(getChannels, getChannelsByChannelId, getChannelsByChannelIdDeliveries);
  const send = useMutation<{ readonly test_id: string }, ApiError>({
    mutationFn: () => ask(postChannelsByChannelIdTest, { path: { channel_id: channel.id } }),
    onSuccess: refresh,
  });
  const isOff = channel.state === 'off';
  return (
    <Stack gap="sm" align="flex-start">
      <Button
        variant={send.data ? 'default' : 'filled'}
        leftSection={<Icon name="send" size={15} />}
        loading={send.isPending}
        disabled={isOff}
        onClick={() => send.mutate()}
      >
        {send.data ? 'Send another test' : 'Send a test'}
      </Button>
      {isOff && (
        <Text size="sm" c="dimmed">
          The channel is off: turn it on first.
        </Text>
      )}
      {send.error && <ErrorNote error={send.error} />}
      {send.data && <Sent key={send.data.test_id} channel={channel} testId={send.data.test_id} />}
    </Stack>
  );
}

interface SentProps {
  readonly channel: Pick<Channel, 'id' | 'kind'>;
  readonly testId: string;
}

/** What became of a test so far. */
function Sent({ channel, testId }: SentProps) {
  const path = { channel_id: channel.id, delivery_id: testId };
  const answer = useAnswer(getChannelsByChannelIdDeliveriesByDeliveryId, { path }, { everyMs: EVERY_MS });
  const delivery = answer.data?.delivery;
  if (answer.error) return <ErrorNote error={answer.error} />;
  if (delivery === undefined) return <Text size="sm">Sending…</Text>;
  if (delivery.status === 'delivered') return <Arrived channel={channel} testId={testId} />;
  return (
    <Stack gap="xs" w="100%">
      <Text size="sm" role="status">
        {sayUnsent(delivery)}
      </Text>
      {delivery.error !== null && <Checks kind={channel.kind} error={delivery.error} />}
    </Stack>
  );
}

function sayUnsent({ status, tries, error }: ChannelDelivery): string {
  if (status === 'failed') return 'It was not taken, and is not tried again.';
  if (error === null) return 'It is on its way…';
  return `It was not taken at ${tries === 1 ? 'the first try' : `${tries} tries`}, and is tried again.`;
}

/** Taken: now the person is asked. */
function Arrived({ channel, testId }: SentProps) {
  const refresh = useRefresh(getChannels, getChannelsByChannelId);
  const path = { channel_id: channel.id, test_id: testId };
  const tell = useMutation<PostChannelsByChannelIdTestByTestIdResponse, ApiError, boolean>({
    mutationFn: (arrived) => ask(postChannelsByChannelIdTestByTestId, { path, body: { arrived } }),
    onSuccess: refresh,
  });
  const arrived = tell.data?.channel.tested?.arrived;
  if (arrived === true)
    return (
      <Text size="sm" role="status">
        Good: messages arrive here.
      </Text>
    );
  return (
    <Stack gap="xs" w="100%">
      {arrived === undefined || arrived === null ? (
        <Group gap="xs" role="group" aria-label="Did it arrive?">
          <Text size="sm" role="status">
            The receiver took it. Did it arrive?
          </Text>
          <Button size="xs" variant="default" loading={tell.isPending} onClick={() => tell.mutate(true)}>
            Yes
          </Button>
          <Button size="xs" variant="default" loading={tell.isPending} onClick={() => tell.mutate(false)}>
            No
          </Button>
        </Group>
      ) : (
        <Checks kind={channel.kind} />
      )}
      {tell.error && <ErrorNote error={tell.error} />}
    </Stack>
  );
}

/** What to look at when nothing arrived. */
function Checks({ kind, error }: { readonly kind: string; readonly error?: string }) {
  return (
    <Alert variant="outline" color="yellow" title={error ?? 'It was taken, but did not arrive. Look at this:'} role="status">
      <List size="sm" spacing={4}>
        {findGuide(kind).checks.map((check) => (
          <List.Item key={check}>{check}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
