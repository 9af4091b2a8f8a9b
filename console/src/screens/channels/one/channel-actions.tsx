import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deleteChannelsByChannelId,
  getChannels,
  getChannelsByChannelId,
  postChannelsByChannelIdRotate,
  putChannelsByChannelId,
  type Channel,
  type PostChannelsByChannelIdRotateResponse,
} from '#client';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { useRefresh } from '#screens/operations/use-refresh.ts';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { ShownOnce } from '../shown-once.tsx';

type Asked = 'rotate' | 'off' | 'remove';

const ROTATES: Readonly<Record<string, { readonly verb: string; readonly says: string }>> = {
  webhook: {
    verb: 'New secret',
    says: 'The new secret is shown once. For 24 hours messages are signed with both, so that your program can change over.',
  },
  feed: { verb: 'New address', says: 'The new address is shown once. The one before stops working right away.' },
};

/** What can be done with a channel besides changing it. */
export function ChannelActions({ channel, onRemoved }: { readonly channel: Channel; readonly onRemoved: () => void }) {
  const [asked, setAsked] = useState<Asked>();
  const [rotated, setRotated] = useState<PostChannelsByChannelIdRotateResponse>();
  const refresh = useRefresh(getChannels, getChannelsByChannelId);
  const path = { channel_id: channel.id };
  const close = (): void => setAsked(undefined);
  const turn = (state: 'on' | 'off') => ask(putChannelsByChannelId, { path, body: { state } });
  const turnOn = useMutation<unknown, ApiError>({
    mutationFn: () => turn('on'),
    onSuccess: () => {
      say(`${channel.name} is on`);
      refresh();
    },
  });
  const rotates = ROTATES[channel.kind];
  return (
    <>
      {rotates && (
        <Button variant="default" onClick={() => setAsked('rotate')}>
          {rotates.verb}
        </Button>
      )}
      {channel.state === 'off' ? (
        <Button variant="default" loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
          Turn on
        </Button>
      ) : (
        <Button variant="default" onClick={() => setAsked('off')}>
          {channel.kind === 'feed' ? 'Revoke' : 'Turn off'}
        </Button>
      )}
      <Button variant="default" onClick={() => setAsked('remove')}>
        Remove
      </Button>
      {turnOn.error && <ErrorNote error={turnOn.error} />}
      {rotated && <ShownOnce secret={rotated.signing_secret} feedPath={rotated.feed_path} validUntil={rotated.valid_until} />}
      <ConfirmAction
        isOpen={asked === 'rotate'}
        onClose={close}
        title={`${rotates?.verb ?? 'New secret'} for ${channel.name}`}
        verb={rotates?.verb ?? 'New secret'}
        run={() => ask(postChannelsByChannelIdRotate, { path })}
        onDone={(done) => {
          setRotated(done);
          refresh();
        }}
      >
        {rotates?.says}
      </ConfirmAction>
      <ConfirmAction
        isOpen={asked === 'off'}
        onClose={close}
        title={`Turn off ${channel.name}`}
        verb="Turn off"
        run={() => turn('off')}
        onDone={refresh}
      >
        {channel.kind === 'feed'
          ? 'Its address answers 404 until it is on again.'
          : 'Nothing is sent to it until it is on again. The inbox goes on.'}
      </ConfirmAction>
      <ConfirmAction
        isOpen={asked === 'remove'}
        onClose={close}
        title={`Remove ${channel.name}`}
        verb="Remove"
        word={channel.name}
        isDanger
        run={() => ask(deleteChannelsByChannelId, { path })}
        onDone={() => {
          refresh();
          onRemoved();
        }}
      >
        Its secrets and its record of messages go with it, and what waits for it is not sent.
      </ConfirmAction>
    </>
  );
}
