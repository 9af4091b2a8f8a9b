import { Alert, Stack, Text } from '@mantine/core';
import { formatInstant } from '#data/format.ts';
import { JsonBlock } from '#ui/json-block.tsx';

interface ShownOnceProps {
  readonly secret: string | undefined;
  readonly feedPath: string | undefined;
  /** Of the secret before. */
  readonly validUntil?: string | null | undefined;
}

/** What the service says this once: a signing secret, or the address of a feed. */
export function ShownOnce({ secret, feedPath, validUntil }: ShownOnceProps) {
  if (secret === undefined && feedPath === undefined) return null;
  return (
    <Alert variant="outline" color="yellow" title="Copy it now: it is not shown again">
      <Stack gap="xs">
        {secret !== undefined && <JsonBlock label="Signing secret" value={secret} />}
        {feedPath !== undefined && <JsonBlock label="Address of the feed" value={new URL(feedPath, window.location.origin).href} />}
        {validUntil && (
          <Text size="sm">The secret before is valid until {formatInstant(validUntil)} UTC: messages are signed with both.</Text>
        )}
      </Stack>
    </Alert>
  );
}
