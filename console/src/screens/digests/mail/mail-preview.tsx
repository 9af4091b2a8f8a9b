import { Button, Code, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getNonce } from 'get-nonce';
import {
  getDigestsByDigestIdPreview,
  postDigestsByDigestIdSend,
  type GetDigestsByDigestIdPreviewResponse,
  type PostDigestsByDigestIdSendResponse,
} from '#client';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { Toggle } from '#ui/forms/toggle.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { sayPeriod } from '../say-digest.ts';
import { digestSearch } from '../search.ts';
import { guardMail } from './guard-mail.ts';
import styles from './mail-preview.module.css';

interface MailPreviewProps {
  readonly digestId: string;
  /** What is entered is not saved: the mail is of what is. */
  readonly isStale: boolean;
}

/** The mail as it will look, from the figures of a period. */
export function MailPreview({ digestId, isStale }: MailPreviewProps) {
  const { search } = useScreenSearch(digestSearch);
  const { period, as: reader, mail } = search;
  const answer = useAnswer(getDigestsByDigestIdPreview, {
    path: { digest_id: digestId },
    query: { ...(reader && { as: reader }), ...(period !== undefined && { period }) },
  });
  return (
    <Paper component="section" withBorder p="md" aria-label="The mail as it will look">
      <Stack gap="sm">
        <Choices />
        {isStale && (
          <Text size="sm" c="dimmed" role="status">
            The mail shows what is saved. Save to see your changes in it.
          </Text>
        )}
        <Answered answer={answer} height={480}>
          {(shown) => <Mail shown={shown} isText={mail === 'text'} />}
        </Answered>
        <SendToMe digestId={digestId} period={period} />
      </Stack>
    </Paper>
  );
}

function Choices() {
  const { search, setSearch } = useScreenSearch(digestSearch);
  return (
    <Group gap="xs" align="end">
      <TextInput
        type="date"
        size="xs"
        label="Of the period with"
        value={search.period ?? ''}
        onChange={({ currentTarget }) => setSearch({ period: currentTarget.value || undefined })}
      />
      <Toggle isOn={search.mail === 'text'} onChange={(isOn) => setSearch({ mail: isOn ? 'text' : undefined })}>
        As text
      </Toggle>
      <Toggle isOn={search.as === 'client'} onChange={(isOn) => setSearch({ as: isOn ? 'client' : undefined })}>
        As a client gets it
      </Toggle>
    </Group>
  );
}

function Mail({
  shown: { subject, html, text, period, is_quiet: isQuiet },
  isText,
}: {
  readonly shown: GetDigestsByDigestIdPreviewResponse;
  readonly isText: boolean;
}) {
  return (
    <>
      <div>
        <Text fw={600}>{subject}</Text>
        <Text size="sm" c="dimmed">
          {sayPeriod(period)}
          {isQuiet && '. Little moved: where quiet periods are left out, this one would not be sent'}
        </Text>
      </div>
      {isText ? (
        <Code block className={styles.text} tabIndex={0} role="region" aria-label="The mail as text">
          {text}
        </Code>
      ) : (
        <iframe className={styles.frame} title="The mail as HTML" sandbox="" srcDoc={guardMail(html, getNonce() ?? '')} />
      )}
    </>
  );
}

/** To the person who asks, and to no one else. */
function SendToMe({ digestId, period }: { readonly digestId: string; readonly period: string | undefined }) {
  const send = useMutation<PostDigestsByDigestIdSendResponse, ApiError>({
    mutationFn: () => ask(postDigestsByDigestIdSend, { path: { digest_id: digestId }, body: period === undefined ? {} : { period } }),
  });
  return (
    <>
      <Group gap="sm">
        <Button variant="default" leftSection={<Icon name="mail" size={15} />} loading={send.isPending} onClick={() => send.mutate()}>
          Send it to me
        </Button>
        {send.data && (
          <Text size="sm" role="status">
            On its way to {send.data.to}.
          </Text>
        )}
      </Group>
      {send.error && <ErrorNote error={send.error} />}
    </>
  );
}
