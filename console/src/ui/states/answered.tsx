import { Alert, Button, Center, Code, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { UNREACHED, type ApiError } from '#data/answers/api-error.ts';
import { isReached } from '#data/answers/reach.ts';
import { useStore } from '#data/store.ts';
import { CopyButton } from '../actions/copy-button.tsx';
import { FRAME_WORDS } from '../layout/frame-words.ts';
import { Icon } from '../icons/icon.tsx';
import { useCountdown } from '../actions/use-countdown.ts';

interface AnsweredProps<Data> {
  readonly answer: { readonly data: Data | undefined; readonly error: ApiError | null; readonly refetch: () => unknown };
  /** Height of the skeleton, in pixels: that of what is waited for. */
  readonly height?: number;
  readonly children: (data: Data) => ReactNode;
}

/** What an answer becomes on screen: a skeleton, the data, an error beside older data. */
export function Answered<Data>({ answer, height = 240, children }: AnsweredProps<Data>) {
  const { data, error, refetch } = answer;
  const isThere = useStore(isReached);
  // The frame says it once, for all that is on screen. What is shown keeps its place in the tree, and so what was typed into it.
  const isSaid = !isThere && error?.status === UNREACHED;
  const waiting = isSaid ? <Unread height={height} /> : !error && <Loading height={height} />;
  return (
    <>
      {error && !isSaid && <ErrorNote error={error} onRetry={() => refetch()} />}
      {data === undefined ? waiting : children(data)}
    </>
  );
}

/** Takes the place of what is on its way. */
export function Loading({ height = 240 }: { readonly height?: number }) {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton height={height} radius="sm" />
    </div>
  );
}

/** Takes the place of what could not be asked for. */
export function Unread({ height = 240 }: { readonly height?: number }) {
  return (
    <Center h={height} px="md">
      <Text size="sm" c="dimmed" ta="center">
        {FRAME_WORDS.unread}
      </Text>
    </Center>
  );
}

interface ErrorNoteProps {
  readonly error: Pick<ApiError, 'message' | 'hint' | 'requestId'> & Partial<Pick<ApiError, 'retryAt'>>;
  readonly onRetry?: (() => void) | undefined;
}

/** What went wrong, what to do about it, and the number that finds it in the log. */
export function ErrorNote({ error: { message, hint, requestId, retryAt }, onRetry }: ErrorNoteProps) {
  return (
    <Alert color="red" variant="outline" title={message} role="alert" mb="md" icon={<Icon name="alert" />}>
      <Stack gap="xs" align="flex-start">
        {hint && <Text size="sm">{hint}</Text>}
        {retryAt !== undefined && <Countdown until={retryAt} isByItself={onRetry !== undefined} />}
        {requestId && (
          <Group gap={4}>
            <Text size="sm">Request</Text>
            <Code>{requestId}</Code>
            <CopyButton text={requestId} label="Copy the request id" />
          </Group>
        )}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry} leftSection={<Icon name="refresh" size={15} />}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function Countdown(props: { readonly until: number; readonly isByItself: boolean }) {
  const sentence = useCountdown(props);
  return (
    <Text size="sm" role="timer">
      {sentence}
    </Text>
  );
}

interface EmptyProps {
  /** Why there is nothing. */
  readonly title: string;
  /** What to do, or when there will be something. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Says why there is nothing to see, and what to do about it. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" data-empty>
      <Title order={2} ta="center">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" ta="center" maw={520}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}
