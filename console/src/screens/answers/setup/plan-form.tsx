import { Button, Group, NumberInput, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { putAnswersPlan, type AnswerPlan, type PutAnswersPlanResponse } from '#client';
import { useShows } from '#app/session.tsx';
import { say } from '#data/answers/announce.ts';
import { ask, useAnswer } from '#data/answers/answers.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { onSubmit } from '#ui/forms/on-submit.ts';
import { Section } from '#ui/layout/section.tsx';
import { Answered, ErrorNote } from '#ui/states/answered.tsx';
import { PlanEstimate } from './plan-estimate.tsx';
import { SurfaceBoxes } from './surface-boxes.tsx';

const PAUSE_MS = 350;
const SAMPLES_MAX = 20;
const USD_MAX = 100_000;

/** Which assistants are asked and how often, with what that costs and how exactly it measures beside it before it is saved. */
export function PlanForm({ plan, hasBrands }: { readonly plan: AnswerPlan; readonly hasBrands: boolean }) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<AnswerPlan>(plan.surfaces.length === 0 ? { ...plan, enabled: true } : plan);
  const change = (some: Partial<AnswerPlan>): void => setDraft({ ...draft, ...some });
  const save = useMutation<PutAnswersPlanResponse, ApiError>({
    mutationFn: () => ask(putAnswersPlan, { body: draft }),
    onSuccess: () => {
      say('Plan saved');
      void queries.invalidateQueries();
    },
  });
  return (
    <Section title="Plan">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <form onSubmit={onSubmit(() => save.mutate())}>
          <Stack>
            <Switch
              label="Ask by this plan"
              description="Off: planned answers are no longer asked, and those that came stay."
              checked={draft.enabled}
              onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
            />
            <PlanFields draft={draft} change={change} />
            {!hasBrands && <Text size="sm">Save the brands first: answers are read for them.</Text>}
            {save.error && <ErrorNote error={save.error} />}
            <Group>
              <Button type="submit" loading={save.isPending} disabled={draft.surfaces.length === 0 || (draft.enabled && !hasBrands)}>
                Save plan
              </Button>
            </Group>
          </Stack>
        </form>
        <Estimate draft={draft} />
      </SimpleGrid>
    </Section>
  );
}

interface PlanFieldsProps {
  readonly draft: AnswerPlan;
  readonly change: (some: Partial<AnswerPlan>) => void;
}

function PlanFields({ draft: { surfaces, samples_per_week: samples, monthly_usd: usd }, change }: PlanFieldsProps) {
  const isPriced = useShows('money');
  return (
    <>
      <Stack gap="xs" role="group" aria-label="Assistants">
        <SurfaceBoxes surfaces={surfaces} onChange={(chosen) => change({ surfaces: chosen })} />
      </Stack>
      <NumberInput
        label="Answers a week"
        description="Of each prompt and assistant, on different days and hours."
        min={1}
        max={SAMPLES_MAX}
        allowDecimal={false}
        value={samples}
        onChange={(next) => typeof next === 'number' && change({ samples_per_week: next })}
      />
      {isPriced && (
        <NumberInput
          label="Limit of a month, USD"
          description="Empty: the other budgets hold alone."
          min={0}
          max={USD_MAX}
          value={usd ?? ''}
          onChange={(next) => change({ monthly_usd: typeof next === 'number' ? next : null })}
        />
      )}
    </>
  );
}

/** Asked again when the plan changes; what it says does not depend on whether the plan is on. */
function Estimate({ draft }: { readonly draft: AnswerPlan }) {
  const [asked] = useDebouncedValue(JSON.stringify({ ...draft, enabled: false, monthly_usd: null }), PAUSE_MS);
  const body = JSON.parse(asked) as AnswerPlan;
  const isWanted = body.surfaces.length > 0;
  const answer = useAnswer(putAnswersPlan, { body: { ...body, dry_run: true } }, { isWanted });
  const isOld = answer.isFetching || asked !== JSON.stringify({ ...draft, enabled: false, monthly_usd: null });
  return (
    <section aria-label="What the plan buys" aria-busy={isOld}>
      {draft.surfaces.length === 0 ? (
        <Text size="sm" c="dimmed">
          Choose assistants to see what the plan buys.
        </Text>
      ) : (
        <Answered answer={answer} height={160}>
          {({ estimate }) => <PlanEstimate estimate={estimate} />}
        </Answered>
      )}
    </section>
  );
}
