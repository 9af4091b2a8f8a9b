import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../data/api-error.ts';
import { isReached } from '../../data/reach.ts';
import { useStore } from '../../data/store.ts';
import { ButtonLink } from '../../ui/app-link.tsx';
import { Empty, ErrorNote, Unread } from '../../ui/answered.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

/** No screen has this address. */
export function NotFound() {
  return (
    <Empty
      title="There is no such screen"
      action={
        <ButtonLink to="/" variant="default">
          All projects
        </ButtonLink>
      }
    >
      The address leads nowhere, or what it led to is gone.
    </Empty>
  );
}

/** The screen is there, but not for this person. */
export function NoAccess({ scope }: { readonly scope: string }) {
  return (
    <Empty
      title="This screen is not open to you"
      action={
        <ButtonLink to="/" variant="default">
          All projects
        </ButtonLink>
      }
    >
      It needs the right <Code>{scope}</Code>. An owner of this service can give it to you.
    </Empty>
  );
}

/** A screen whose code could not be loaded. Its address says all of it: it is loaded with the page. */
function Unloaded({ error }: { readonly error: ApiError }) {
  const isThere = useStore(isReached);
  const wasThere = useRef(isThere);
  useEffect(() => {
    if (isThere && !wasThere.current) window.location.reload();
    wasThere.current = isThere;
  }, [isThere]);
  return isThere ? <ErrorNote error={error} onRetry={() => window.location.reload()} /> : <Unread />;
}

/** A screen that broke: the rest of the console goes on. */
export function BrokenScreen({ error: thrown, reset }: ErrorComponentProps) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (error instanceof ApiError) return <Unloaded error={error} />;
  const text = `${error.message}\n${window.location.href}\n${error.stack ?? ''}`;
  return (
    <Stack role="alert" align="flex-start" gap="sm" p="md">
      <Title order={1}>This screen broke</Title>
      <Text>The rest of the console goes on. What happened, for a report:</Text>
      <Group gap={4} maw="100%">
        <Code block>{error.message}</Code>
        <CopyButton text={text} label="Copy what happened" />
      </Group>
      <Button variant="default" onClick={reset}>
        Try again
      </Button>
    </Stack>
  );
}
