import { Group } from '@mantine/core';
import { useProjectId } from '#app/project.ts';
import { useMay } from '#app/session.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { Empty } from '#ui/states/answered.tsx';
import type { AnswersState } from '../data/find-state.ts';

type Missing = Exclude<AnswersState, 'there' | 'failed'>;

const SAID: Readonly<Record<Missing, { readonly title: string; readonly text: string; readonly way: 'setup' | 'prompts' }>> = {
  no_brands: { title: 'No brands yet', text: 'Say first which names answers are read for: your own, and those of rivals.', way: 'setup' },
  no_prompts: { title: 'No prompts yet', text: 'Add what people ask assistants, one question a line.', way: 'prompts' },
  no_plan: {
    title: 'No plan yet',
    text: 'Say which assistants are asked and how often. What that buys, and how exactly it measures, stands beside it.',
    way: 'setup',
  },
  plan_off: { title: 'The plan is off', text: 'Assistants are asked again when it is switched on.', way: 'setup' },
  waiting: {
    title: 'Waiting for the first answers',
    text: 'Prompts are asked on different days and hours of the week, as the plan says. Rates come with the first answers.',
    way: 'prompts',
  },
};

/** What is missing before there are rates, and the way to it. */
export function FirstSteps({ state }: { readonly state: Missing }) {
  const projectId = useProjectId();
  const mayEdit = useMay('edit');
  const { title, text, way } = SAID[state];
  return (
    <Empty
      title={title}
      action={
        (mayEdit || way === 'prompts') && (
          <Group>
            <ButtonLink to={`/p/$projectId/answers/${way}`} params={{ projectId }}>
              {way === 'setup' ? 'Set up answers' : 'Open the prompts'}
            </ButtonLink>
          </Group>
        )
      }
    >
      {text}
    </Empty>
  );
}
