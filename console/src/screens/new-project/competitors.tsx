import { Button, Group, Pill, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatPlural } from '#data/format.ts';
import { Fold } from '#ui/layout/fold.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { describeProblem, readDomains } from '../domains/read-domains.ts';
import { SuggestedRivals } from '../keywords/rivals/suggested-rivals.tsx';
import { useRivals } from '../keywords/rivals/use-rivals.ts';

/** Whom the project is compared with: those it has, those it meets on its result pages, and any other. */
export function Competitors({ projectId }: { readonly projectId: string }) {
  const { rivals, add } = useRivals(projectId);
  const [typed, setTyped] = useState('');
  const sites = readDomains(typed);
  const problem = sites.length === 0 ? undefined : describeProblem(sites);
  const addTyped = (): void => {
    for (const site of sites) add.mutate(site);
    setTyped('');
  };
  return (
    <Fold label="Competitors" summary={rivals.length === 0 ? 'none yet' : rivals.join(', ')}>
      <Stack gap="xs">
        {add.error && <ErrorNote error={add.error} />}
        {rivals.length > 0 && (
          <Pill.Group aria-label={formatPlural(rivals.length, 'competitor')}>
            {rivals.map((rival) => (
              <Pill key={rival}>{rival}</Pill>
            ))}
          </Pill.Group>
        )}
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Website of a competitor"
            placeholder="other.example"
            value={typed}
            error={problem}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button variant="default" disabled={sites.length === 0 || problem !== undefined} loading={add.isPending} onClick={addTyped}>
            Add
          </Button>
        </Group>
        <SuggestedRivals projectId={projectId} />
        <Text size="sm" c="dimmed">
          Competitors cost nothing extra: your keyword checks find them too. After the first checks, sites that rank next to you are
          suggested.
        </Text>
      </Stack>
    </Fold>
  );
}
