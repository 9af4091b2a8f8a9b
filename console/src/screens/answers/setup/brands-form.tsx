import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { putAnswersBrands, type PutAnswersBrandsResponse } from '#client';
import { useProjectId } from '#app/project.ts';
import { say } from '#data/answers/announce.ts';
import { ask } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { Section } from '#ui/layout/section.tsx';
import { ErrorNote } from '#ui/states/answered.tsx';
import { BrandFields } from './brand-fields.tsx';
import { newDraft, toBrandBody, type BrandDraft } from './drafts.ts';

interface BrandsFormProps {
  readonly first: readonly BrandDraft[];
  /** They come from the project's websites, and are to be saved. */
  readonly areSuggested: boolean;
}

/** The brands that answers are read for. Saving reads the kept answers again with them. */
export function BrandsForm({ first, areSuggested }: BrandsFormProps) {
  const projectId = useProjectId();
  const queries = useQueryClient();
  const [drafts, setDrafts] = useState(first);
  const save = useMutation<PutAnswersBrandsResponse, ApiError>({
    mutationFn: () => ask(putAnswersBrands, { body: { project_id: projectId, brands: drafts.map(toBrandBody) } }),
    onSuccess: () => {
      say('Brands saved. Kept answers are read again with them.');
      void queries.invalidateQueries();
    },
  });
  return (
    <Section title="Brands">
      <form onSubmit={onSubmit(() => save.mutate())}>
        <Stack>
          <Text size="sm">
            {areSuggested
              ? 'These come from the websites of the project, and count once they are saved.'
              : 'Kept answers are read again when brands change, for free: a new brand has its past.'}
          </Text>
          {drafts.map((draft) => (
            <BrandFields
              key={draft.key}
              draft={draft}
              onChange={(changed) => setDrafts(drafts.map((one) => (one.key === draft.key ? changed : one)))}
              onRemove={drafts.length > 1 ? () => setDrafts(drafts.filter(({ key }) => key !== draft.key)) : undefined}
            />
          ))}
          {save.error && <BrandProblems error={save.error} drafts={drafts} />}
          <Group>
            <Button type="submit" loading={save.isPending}>
              Save brands
            </Button>
            <Button variant="default" onClick={() => setDrafts([...drafts, newDraft({ role: 'competitor' })])}>
              Add a brand
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

/** What the service says of the brands, by their names and not by their places. */
function BrandProblems({ error, drafts }: { readonly error: ApiError; readonly drafts: readonly BrandDraft[] }) {
  const message = error.message.replaceAll(/brands\.(\d+)\./gu, (_all, at: string) => `${drafts[Number(at)]?.name || 'New brand'}: `);
  const { hint, requestId, retryAt } = error;
  return <ErrorNote error={{ message, hint, requestId, retryAt }} />;
}
