import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { getChannelsByChannelId, type Channel } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { Facts } from '#ui/layout/facts.tsx';
import { Drawer } from '#ui/overlay/overlay.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { later } from '#ui/states/later.tsx';
import { findGuide } from '../kinds.ts';
import { sayLast, sayQuiet, sayState, sayTakes, sayTested } from '../say-channel.ts';
import { TestChannel } from '../test/test-channel.tsx';
import { Addresses } from './addresses.tsx';
import { ChannelActions } from './channel-actions.tsx';
import { Deliveries } from './deliveries.tsx';

const ChangeChannel = later(async () => (await import('../form/change-channel.tsx')).ChangeChannel);

interface ChannelDrawerProps {
  readonly channelId: string | undefined;
  readonly others: readonly Channel[];
  readonly mayChange: (channel: Channel) => boolean;
  readonly onClose: () => void;
}

/** A channel: where it leads to, how it goes, whether a test arrives, and what was sent. */
export function ChannelDrawer({ channelId, others, mayChange, onClose }: ChannelDrawerProps) {
  const known = others.find(({ id }) => id === channelId);
  return (
    <Drawer opened={channelId !== undefined} onClose={onClose} title={known?.name ?? 'Channel'} size="lg" position="right">
      {channelId !== undefined && <Shown channelId={channelId} others={others} mayChange={mayChange} onClose={onClose} />}
    </Drawer>
  );
}

function Shown({ channelId, others, mayChange, onClose }: ChannelDrawerProps & { readonly channelId: string }) {
  const answer = useAnswer(getChannelsByChannelId, { path: { channel_id: channelId } });
  const [isChanging, setChanging] = useState(false);
  return (
    <Answered answer={answer} height={320}>
      {({ channel }) => (
        <Stack>
          <Facts facts={listFacts(channel, others)} />
          <Addresses channel={channel} />
          {mayChange(channel) ? (
            <>
              <Group gap="xs">
                <Button variant="default" onClick={() => setChanging(true)}>
                  Change
                </Button>
                <ChannelActions channel={channel} onRemoved={onClose} />
              </Group>
              <Title order={3}>Does it arrive?</Title>
              <TestChannel channel={channel} />
            </>
          ) : (
            <Text size="sm" c="dimmed">
              Those who manage the organization can change it.
            </Text>
          )}
          <Title order={3}>Messages</Title>
          <Deliveries channelId={channelId} />
          {isChanging && (
            <ChangeChannel channel={channel} others={others.filter(({ id }) => id !== channelId)} onClose={() => setChanging(false)} />
          )}
        </Stack>
      )}
    </Answered>
  );
}

function listFacts(channel: Channel, others: readonly Channel[]): (readonly [string, string])[] {
  const { kind, to, quiet, time_zone: zone, fallback_channel_id: fallback } = channel;
  return [
    ['Kind', findGuide(kind).title],
    ['To', to],
    ['Takes', sayTakes(channel)],
    ['Quiet hours', sayQuiet(quiet, zone)],
    ['State', sayState(channel)],
    ['Last message', sayLast(channel)],
    ['Test', sayTested(channel)],
    ['When it fails, tells', sayFallback(fallback, others)],
  ];
}

function sayFallback(id: string | null, others: readonly Channel[]): string {
  if (id === null) return 'the oldest other channel of the organization';
  return others.find((one) => one.id === id)?.name ?? 'another channel';
}
