import { Text } from '@mantine/core';
import { getAnswersSamples } from '#client';
import { useProjectId } from '#app/project.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { formatInstant } from '#data/format.ts';
import { Answered } from '#ui/states/answered.tsx';
import type { Status, Surface } from '../data/types.ts';
import { sayReason } from '../data/words.ts';

interface WhyLessProps {
  readonly surface: string;
  readonly samples: Readonly<Record<string, number>>;
}

/** Why answers are missing: the newest reason of what failed and of what was skipped. */
export function WhyLess({ surface, samples }: WhyLessProps) {
  return (['failed', 'skipped'] as const)
    .filter((status) => (samples[status] ?? 0) > 0)
    .map((status) => <Newest key={status} surface={surface as Surface} status={status} />);
}

function Newest({ surface, status }: { readonly surface: Surface; readonly status: Status }) {
  const query = { project_id: useProjectId(), surface, status, limit: 1 };
  return (
    <Answered answer={useAnswer(getAnswersSamples, { query })} height={20}>
      {({ samples: [sample] }) =>
        sample && (
          <Text size="sm" c="dimmed">
            The newest that {status === 'failed' ? 'failed' : 'was skipped'}, {formatInstant(sample.planned_for)} UTC:{' '}
            <bdi>{sayReason(sample)}</bdi>.
          </Text>
        )
      }
    </Answered>
  );
}
