import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ApiError } from '#data/answers/api-error.ts';
import { isReached } from '#data/answers/reach.ts';
import { useStore } from '#data/store.ts';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { Empty, ErrorNote, Unread } from '#ui/states/answered.tsx';
import { CopyButton } from '#ui/actions/copy-button.tsx';

/** No screen has this address. */
export function NotFound() {
  return (
    <Empty
      title="Page not found"
      action={
        <ButtonLink to="/" variant="default">
          All projects
        </ButtonLink>
      }
    >
      The address is wrong, or the page was removed.
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
      <Title order={1}>This page stopped working</Title>
      <Text>The rest of the console still works. Details for a bug report:</Text>
      <Group gap={4} maw="100%">
        <Code block>{error.message}</Code>
        <CopyButton text={text} label="Copy the details" />
      </Group>
      <Button variant="default" onClick={reset}>
        Try again
      </Button>
    </Stack>
  );
}
