import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { AnswerSummary } from '#client';
import { formatPlural } from '#data/format.ts';
import type { Reading } from '#ui/states/reading.ts';
import { KINDS } from '../data/types.ts';
import { sayModels } from '../data/say-answers.ts';
import { sayChange, sayRate, saySamples, sayShare, toSurfaceName } from '../data/words.ts';
import { RateRow } from './rate-row.tsx';
import { WhyLess } from './why-less.tsx';

interface SurfaceCardProps {
  readonly group: AnswerSummary;
  /** The last day that is counted. */
  readonly to: string;
  readonly children?: React.ReactNode;
}

/** What one assistant says of us: three rates, whether they moved, and what became of its samples. */
export function SurfaceCard({ group, to, children }: SurfaceCardProps) {
  const { surface, samples, mention_rate: mention, citation_rate: citation, share_of_voice: voice, change } = group;
  const name = toSurfaceName(surface);
  const read = (count: number): Reading => ({ computedFrom: formatPlural(count, 'answer'), day: to });
  return (
    <Paper component="section" withBorder p="md" aria-label={name}>
      <Stack gap="md">
        <div>
          <Title order={2}>{name}</Title>
          <Text size="xs" c="dimmed">
            {sayModels(group)}
          </Text>
          {group.surface_kind === 'asked' && (
            <Text size="xs" c="dimmed">
              {KINDS.find(({ value }) => value === 'asked')?.means}
            </Text>
          )}
        </div>
        <SimpleGrid cols={{ base: 1, md: 3 }} spacing="xl">
          <RateRow
            label="Mention rate"
            said={sayRate(mention)}
            interval={mention}
            change={sayChange(change.mention_rate)}
            reading={read(mention.n)}
          />
          <RateRow
            label="Citation rate"
            said={sayRate(citation)}
            interval={citation}
            change={sayChange(change.citation_rate)}
            reading={read(citation.n)}
          />
          <RateRow label="Share of voice" said={sayShare(voice)} interval={voice} reading={read(voice.answers)} />
        </SimpleGrid>
        <div>
          <Text size="sm">{saySamples(samples)}</Text>
          <WhyLess surface={surface} samples={samples} />
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
