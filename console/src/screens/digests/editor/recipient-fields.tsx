import { Checkbox, List, Stack, Text } from '@mantine/core';
import { getChannels, type Digest } from '#client';
import { useAnswer } from '#data/answers/answers.ts';
import { WordsInput } from '#ui/forms/words-input.tsx';
import { findGuide } from '#screens/channels/kinds.ts';
import type { Draft } from './draft.ts';

const LIMIT = 100;
const ADDRESSES_MAX = 50;
const STATES: Readonly<Record<string, string>> = {
  member: 'a member: gets it',
  confirmed: 'has confirmed: gets it',
  waiting: 'no member: waits for confirmation, and gets nothing yet',
  unsubscribed: 'has unsubscribed: gets nothing',
  bounced: 'refused by its mail server: gets nothing',
};

interface RecipientFieldsProps {
  readonly digest: Digest;
  readonly recipients: Draft['recipients'];
  readonly error: string | undefined;
  readonly onChange: (recipients: Draft['recipients']) => void;
}

/** Who gets a digest: addresses, and channels that take digests. */
export function RecipientFields({ digest, recipients, error, onChange }: RecipientFieldsProps) {
  const { data } = useAnswer(getChannels, { query: { organization_id: digest.organization_id, limit: LIMIT, offset: 0 } });
  const channels = (data?.channels ?? []).filter(({ events }) => events.includes('digest'));
  const states = digest.address_states.filter(({ address }) => recipients.addresses.includes(address));
  return (
    <Stack gap="xs">
      <WordsInput
        label="Sent to"
        description="E-mail addresses, Enter after each. Members get it at once"
        value={recipients.addresses}
        wordsMax={ADDRESSES_MAX}
        onChange={(addresses) => onChange({ ...recipients, addresses })}
      />
      {error !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      {states.length > 0 && (
        <List size="sm" listStyleType="none" spacing={2} aria-label="What becomes of mail to them">
          {states.map(({ address, state }) => (
            <List.Item key={address}>
              {address}{' '}
              <Text span size="sm" c="dimmed">
                {STATES[state] ?? state}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
      {channels.length > 0 && (
        <Checkbox.Group
          label="And to these channels"
          value={[...recipients.channel_ids]}
          onChange={(ids) => onChange({ ...recipients, channel_ids: ids })}
        >
          <Stack gap={6} mt={4}>
            {channels.map(({ id, name, kind }) => (
              <Checkbox key={id} value={id} label={`${name} (${findGuide(kind).title})`} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Stack>
  );
}
