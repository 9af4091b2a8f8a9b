import { Anchor, Card, Center, Code, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';

/** What a person sees who comes before there is an owner. @param form for those who have a key */
export function OwnerIsMissing({ form }: { readonly form: ReactNode }) {
  const [isByKey, setByKey] = useState(false);
  return (
    <Center mih="100vh" p="md" component="main" data-ready>
      <Card withBorder w={460} maw="100%" padding="xl">
        <Stack>
          <Title order={1}>This service has no owner yet</Title>
          <Text>
            At startup it printed a link that creates one. The link is also in the file <Code>setup-link</Code> in its data folder, and{' '}
            <Code>sightline users setup-link</Code> prints a new one.
          </Text>
          {isByKey ? (
            form
          ) : (
            <Anchor component="button" type="button" size="sm" ta="left" onClick={() => setByKey(true)}>
              I have an API key
            </Anchor>
          )}
        </Stack>
      </Card>
    </Center>
  );
}
