import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getAdminClassifierPageText, postAdminClassifierDebugContent, type GetAdminClassifierPageTextResponse } from '#client';
import { answerKey, ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { formatInstant } from '#data/format.ts';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';

/** What stands on a page, as it was read: without it a person judges an address. */
export function PageText({ url }: { readonly url: string }) {
  const answer = useAnswer(getAdminClassifierPageText, { query: { url } });
  return (
    <Answered answer={answer} height={160}>
      {(page) => (page.is_read ? <Read page={page} /> : <Unread url={url} reason={page.reason ?? ''} />)}
    </Answered>
  );
}

function Read({ page }: { readonly page: GetAdminClassifierPageTextResponse }) {
  const { title, description, text, is_cut: isCut, read_at: readAt, status } = page;
  return (
    <Stack gap={4} component="section" aria-label="Text of the page">
      <Text fw={600}>{title ?? 'The page has no title'}</Text>
      {description !== null && <Text size="sm">{description}</Text>}
      <Text size="sm" mah={220} tabIndex={0} style={{ overflow: 'auto', overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        {text === null || text === '' ? 'No text was found on it.' : `${text}${isCut ? ' …' : ''}`}
      </Text>
      <Text size="xs" c="dimmed">
        Read {formatInstant(readAt)} UTC{status !== null && status >= 400 ? `; it answered with status ${status}` : ''}
      </Text>
    </Stack>
  );
}

/** Nothing is kept of the page; reading it is free. */
function Unread({ url, reason }: { readonly url: string; readonly reason: string }) {
  const queries = useQueryClient();
  const reading = useMutation<string | undefined, ApiError>({
    mutationFn: async () => {
      const found = await ask(postAdminClassifierDebugContent, { body: { url } });
      return 'outcome' in found && found.outcome !== 'seen' ? found.summary : undefined;
    },
    onSuccess: () => void queries.invalidateQueries({ queryKey: answerKey(getAdminClassifierPageText) }),
  });
  return (
    <Stack gap="xs" component="section" aria-label="Text of the page">
      <Text size="sm" c="dimmed">
        {reason}
      </Text>
      {reading.data !== undefined && <Text size="sm">It could not be read now: {reading.data}</Text>}
      {reading.error && <ErrorNote error={reading.error} />}
      <Group>
        <Button size="xs" variant="default" loading={reading.isPending} onClick={() => reading.mutate()}>
          Read the page now
        </Button>
      </Group>
    </Stack>
  );
}
