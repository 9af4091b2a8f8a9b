import { Button, Group, Stack, Text } from '@mantine/core';
import type { PostOrganizationsByOrganizationIdInvitationsResponse } from '#client';
import { formatInstant } from '#data/format.ts';
import { JsonBlock } from '#ui/json-block.tsx';

interface SentProps {
  readonly invited: PostOrganizationsByOrganizationIdInvitationsResponse;
  readonly onClose: () => void;
}

/** Where the link of an invitation went, or the link itself, this once. */
export function Sent({ invited: { invitation, link }, onClose }: SentProps) {
  return (
    <Stack>
      {link === null ? (
        <Text size="sm">The link was sent to {invitation.email}.</Text>
      ) : (
        <>
          <Text size="sm">Hand this link to {invitation.email}. It is shown only now.</Text>
          <JsonBlock label="Link" value={link} />
        </>
      )}
      <Text size="sm">It is valid until {formatInstant(invitation.expires_at)} UTC.</Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
