import { Button, Chip, Group, Stack, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Chip.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getAssets, getTopDomains, postAssets } from '../../../../clients/typescript/src/index.ts';
import { answerKey, ask, useAnswer } from '../../data/answers.ts';
import type { ApiError } from '../../data/api-error.ts';
import { formatCount } from '../../data/format.ts';
import { ErrorNote } from '../../ui/answered.tsx';
import { WordsInput } from '../../ui/words-input.tsx';
import { StepFoot, useGoOn } from './step-foot.tsx';

const SUGGESTED_MAX = 12;

/** Whom to compare with. Their addresses alone are added, which costs nothing: the same checks find them. */
export function CompetitorsStep({ projectId }: { readonly projectId: string }) {
  const goOn = useGoOn('competitors');
  const queries = useQueryClient();
  const assets = useAnswer(getAssets, { query: { project_id: projectId } }).data?.assets ?? [];
  const top = useAnswer(getTopDomains, { query: { project_id: projectId, limit: SUGGESTED_MAX + assets.length } }).data?.domains ?? [];
  const [chosen, setChosen] = useState<string[]>([]);
  const known = new Set(assets.map(({ value }) => value));
  const suggested = top.filter(({ domain }) => !known.has(domain)).slice(0, SUGGESTED_MAX);
  const add = useMutation<unknown, ApiError>({
    mutationFn: async () => {
      for (const value of chosen)
        await ask(postAssets, {
          body: { project_id: projectId, type: 'website' as const, role: 'competitor' as const, value, skip_onboarding: true },
        });
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: answerKey(getAssets) });
      goOn();
    },
  });
  return (
    <Stack>
      <Title order={2}>Who else wants to be found?</Title>
      {add.error && <ErrorNote error={add.error} />}
      <WordsInput
        label="Websites"
        placeholder="other.example"
        description="Press Enter after each one"
        value={chosen}
        onChange={setChosen}
      />
      {suggested.length > 0 && (
        <div>
          <Text size="sm" mb={6}>
            Found on this project's result pages:
          </Text>
          <Chip.Group multiple value={chosen} onChange={setChosen}>
            <Group gap="xs">
              {suggested.map(({ domain, keywords_count: count }) => (
                <Chip key={domain} value={domain} size="sm" variant="outline">
                  {domain} ({formatCount(count)})
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </div>
      )}
      <Text size="sm" c="dimmed">
        Competitors cost nothing extra: your keyword checks find them too. Open one under Domains to fetch more about it.
      </Text>
      <StepFoot step="competitors" isBusy={add.isPending}>
        <Button loading={add.isPending} disabled={chosen.length === 0} onClick={() => add.mutate()}>
          Add and continue
        </Button>
      </StepFoot>
    </Stack>
  );
}
