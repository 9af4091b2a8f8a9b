import { List, Text } from '@mantine/core';
import { getChannelsByChannelIdAddresses, type Channel, type GetChannelsByChannelIdAddressesResponse } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { formatInstant } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';

type Stated = GetChannelsByChannelIdAddressesResponse['addresses'][number];

/** The addresses of a channel of mail, and which of them get messages at all. */
export function Addresses({ channel: { id, kind } }: { readonly channel: Pick<Channel, 'id' | 'kind'> }) {
  const isMail = kind === 'email';
  const answer = useAnswer(getChannelsByChannelIdAddresses, { path: { channel_id: id } }, { isWanted: isMail });
  if (!isMail) return null;
  return (
    <Answered answer={answer} height={48}>
      {({ addresses }) => (
        <List size="sm" spacing={4} listStyleType="none" aria-label="Addresses">
          {addresses.map((one) => (
            <List.Item key={one.address}>
              {one.address}{' '}
              <Text size="sm" span c="dimmed">
                {sayAddress(one)}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
    </Answered>
  );
}

/** What becomes of mail to an address. */
function sayAddress({ state, since, reason }: Stated): string {
  if (state === 'member') return 'a member: gets messages';
  if (state === 'confirmed') return 'has confirmed: gets messages';
  if (state === 'unsubscribed') return 'has unsubscribed: gets nothing';
  if (state === 'bounced') return `its mail server refused it: gets nothing${reason === null ? '' : ` (${reason})`}`;
  return since === null
    ? 'waits: no link could be sent yet, gets nothing'
    : `waits for confirmation, asked ${formatInstant(since)} UTC: gets nothing yet`;
}
