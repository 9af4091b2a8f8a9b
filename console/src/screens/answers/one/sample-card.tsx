import { Paper, Stack, Text } from '@mantine/core';
import { getAnswersSamplesBySampleId, type AnswerBrand, type AnswerSample } from '#client';
import { useShows } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import { formatInstant, formatUsd } from '#data/format.ts';
import { capitalize } from '#data/words.ts';
import { Answered } from '#ui/states/answered.tsx';
import { sayReason, STATUS_WORDS, toSurfaceName } from '../data/words.ts';
import { Cited } from './cited.tsx';
import { MarkedText } from './marked-text.tsx';
import { Mentions } from './mentions.tsx';

interface SampleCardProps {
  readonly sample: AnswerSample;
  readonly brands: ReadonlyMap<string, AnswerBrand>;
}

/** One time that the prompt was asked: what became of it, the answer with its names marked, and its sources. */
export function SampleCard({ sample, brands }: SampleCardProps) {
  const { surface, planned_for: planned, answered_at: at, status, is_planned: isPlanned } = sample;
  const isPriced = useShows('money');
  const name = toSurfaceName(surface);
  const when = `${formatInstant(at ?? planned)} UTC`;
  const hasText = status === 'answered' || status === 'refused';
  return (
    <Paper component="article" withBorder p="md" aria-label={`${name}, ${when}`}>
      <Stack gap="xs">
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="xs" c="dimmed">
            {[
              capitalize(STATUS_WORDS[status]),
              when,
              sample.model === null ? 'model not known' : sample.model,
              ...(isPriced && hasText ? [formatUsd(sample.cost_usd)] : []),
              isPlanned ? 'planned' : 'asked beside the plan, left out of rates',
            ].join(' · ')}
          </Text>
        </div>
        {hasText ? <Answer sample={sample} brands={brands} label={`Answer of ${name}, ${when}`} /> : <Why sample={sample} />}
      </Stack>
    </Paper>
  );
}

function Why({ sample }: Pick<SampleCardProps, 'sample'>) {
  const { status } = sample;
  return (
    <Text size="sm">
      {status === 'pending' && 'Its answer is still to come.'}
      {status === 'empty' && 'The assistant answered without a text.'}
      {status === 'failed' && (
        <>
          An answer did not come: <bdi>{sayReason(sample)}</bdi>.
        </>
      )}
      {status === 'skipped' && (
        <>
          It was not asked: <bdi>{sayReason(sample)}</bdi>.
        </>
      )}
    </Text>
  );
}

function Answer({ sample, brands, label }: SampleCardProps & { readonly label: string }) {
  const answer = useAnswer(getAnswersSamplesBySampleId, { path: { sample_id: sample.id } });
  return (
    <Answered answer={answer} height={200}>
      {({ text, mentions, sources, fan_outs: fanOuts }) => (
        <>
          {text === null ? (
            <Text size="sm" c="dimmed">
              Its text is not kept any more.
            </Text>
          ) : (
            <MarkedText label={label} text={text} mentions={mentions} brands={brands} />
          )}
          {sample.status === 'answered' && text !== null && <Mentions sampleId={sample.id} mentions={mentions} brands={brands} />}
          {sample.status === 'answered' && text !== null && <Cited sources={sources} fanOuts={fanOuts} />}
        </>
      )}
    </Answered>
  );
}
