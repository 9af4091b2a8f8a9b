import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { postAnswersCorrections, type PostAnswersCorrectionsResponse } from '#client';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { isolate } from '#data/isolate.ts';
import { ErrorNote } from '#ui/states/answered.tsx';

interface DecideProps {
  readonly sampleId: string;
  readonly brandId: string;
  readonly brand: string;
}

/** Says of a name whether the brand is meant: this answer is decided at once, and the same words around it elsewhere. */
export function Decide({ sampleId, brandId, brand }: DecideProps) {
  const queries = useQueryClient();
  const decide = useMutation<PostAnswersCorrectionsResponse, ApiError, boolean>({
    mutationFn: (isMention) => ask(postAnswersCorrections, { body: { sample_id: sampleId, brand_id: brandId, is_mention: isMention } }),
    onSuccess: (_done, isMention) => {
      say(`${isolate(brand)} is ${isMention ? 'meant' : 'not meant'} here. Kept answers are read again with that.`);
      void queries.invalidateQueries();
    },
  });
  return (
    <Group gap="xs" role="group" aria-label={`Is ${brand} meant?`}>
      <Text size="xs">Is the brand meant?</Text>
      <Button size="compact-xs" variant="default" loading={decide.isPending} onClick={() => decide.mutate(true)}>
        It is the brand
      </Button>
      <Button size="compact-xs" variant="default" loading={decide.isPending} onClick={() => decide.mutate(false)}>
        It is not
      </Button>
      {decide.error && <ErrorNote error={decide.error} />}
    </Group>
  );
}
