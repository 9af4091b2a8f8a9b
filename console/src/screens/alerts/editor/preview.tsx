import { Button, Group, List, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useProjectId } from '#app/project.ts';
import { useShows } from '#app/session.tsx';
import { formatCount, formatDay, formatDecimal, formatPlural, formatUsd } from '#data/format.ts';
import { useNotes } from '#data/notes.ts';
import { joinSentences } from '#data/sentence.ts';
import { Chart } from '#ui/charts/chart/chart.tsx';
import { Stat } from '#ui/layout/stat.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { saySuppressed } from '../data/words.ts';
import { findEvent } from './events.ts';
import { FirstAlerts } from './first-alerts.tsx';
import { toPreviewChart } from './preview-chart.ts';
import { isOfFields } from './problems.ts';
import type { Preview, PreviewAnswer } from './use-preview.ts';

interface PreviewPartProps {
  readonly event: string;
  readonly answer: PreviewAnswer;
  /** Undefined for those who cannot change the rule. */
  readonly onSuggestion: ((suggestion: NonNullable<Preview['suggestion']>) => void) | undefined;
}

const HEIGHT_PX = 560;

/** What the rule would have said in the last 90 days. It keeps its place while a newer answer is on its way. */
export function PreviewPart({ event, answer, onSuggestion }: PreviewPartProps) {
  const isWrong = isOfFields(answer.error);
  return (
    <Paper component="section" withBorder p="md" aria-label="What it would have said" aria-busy={answer.isOld}>
      <Answered answer={isWrong ? { ...answer, error: null } : answer} height={HEIGHT_PX}>
        {(preview) => (
          <Stack gap="lg">
            <Head event={event} preview={preview} isWrong={isWrong} isOld={answer.isOld} onSuggestion={onSuggestion} />
            <Days preview={preview} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
              <FirstAlerts preview={preview} />
              <LeftOut preview={preview} />
            </SimpleGrid>
          </Stack>
        )}
      </Answered>
      {isWrong && answer.data === undefined && (
        <Text size="sm" c="dimmed">
          The preview comes when the sentence is complete.
        </Text>
      )}
    </Paper>
  );
}

interface HeadProps extends Pick<PreviewPartProps, 'event' | 'onSuggestion'> {
  readonly preview: Preview;
  readonly isWrong: boolean;
  readonly isOld: boolean;
}

function Head({ event, preview, isWrong, isOld, onSuggestion }: HeadProps) {
  const { suggestion } = preview;
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Title order={2}>The last {formatCount(preview.by_day.length)} days</Title>
        <Text size="xs" c="dimmed" aria-hidden>
          {isOld ? 'Updating…' : ''}
        </Text>
      </Group>
      <Text size="sm" role="status" aria-live="polite">
        {isWrong ? 'Shown is the last sentence that was complete.' : sayPreview(preview, event)}
      </Text>
      {suggestion !== null && onSuggestion !== undefined && (
        <Group gap="xs" mt="xs">
          <Button size="compact-sm" variant="light" onClick={() => onSuggestion(suggestion)}>
            {suggestion.parameter === 'by'
              ? `Use ${formatPlural(suggestion.value, 'place')}`
              : `Use at least ${formatPlural(suggestion.value, 'keyword')}`}
          </Button>
          <Text size="sm" c="dimmed">
            would have made about {formatPlural(Math.round(suggestion.messages_a_month), 'message')} a month
          </Text>
        </Group>
      )}
    </div>
  );
}

/** The answer of the preview in words: that it would have said nothing is said of what was judged. */
export function sayPreview(preview: Preview, event: string): string {
  const { messages, messages_a_month: perMonth, by_day: days, known_from: since, considered, items_total: items } = preview;
  const judged = days.filter(({ measured }) => measured).length;
  if (since === null || judged === 0) return 'Not known: nothing was measured in these days that the rule could judge.';
  const isMovement = findEvent(event)?.isMovement === true;
  // Only movements are judged by the good checks of a day.
  const on = isMovement ? `on ${formatPlural(judged, 'day')} with good checks` : 'in these days';
  if (considered === 0 && !isMovement) return `It found nothing to judge ${on}.`;
  if (considered === 0) return `It had nothing to compare ${on}: no keyword is of the kind that it asks for.`;
  if (messages === 0) return `It would have said nothing ${on}, after ${formatPlural(considered, 'comparison')}.`;
  return joinSentences([
    `It would have sent ${formatPlural(messages, 'message')} ${on}, about ${formatDecimal(perMonth)} a month, with ${formatPlural(items, 'match', 'matches')} in all.`,
    preview.pending > 0 && `${formatPlural(preview.pending, 'match waits', 'matches wait')} for a check that agrees.`,
  ]);
}

function Days({ preview }: { readonly preview: Preview }) {
  const projectId = useProjectId();
  const { from, to, by_day: byDay } = preview;
  const { marks } = useNotes({ projectId, from, to });
  const spec = useMemo(() => toPreviewChart(byDay, marks), [byDay, marks]);
  const isPriced = useShows('money');
  const reading = { computedFrom: formatPlural(preview.considered, 'comparison'), day: to };
  const { first: _uncompared, ...kept } = preview.suppressed;
  const quiet = Object.values(kept).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        <Stat label="Messages" value={formatCount(preview.messages)} reading={reading} />
        <Stat label="Matches" value={formatCount(preview.items_total)} reading={reading} />
        <Stat label="Held back" value={formatCount(quiet)} reading={reading} />
        {isPriced && preview.recheck_cost_usd !== null && (
          <Stat label="Second checks, at most" value={formatUsd(preview.recheck_cost_usd)} reading={reading} />
        )}
      </SimpleGrid>
      <Chart
        title="Alerts by day"
        note="Hatched days were not judged: no checks, or too many of them failed."
        spec={spec}
        height={150}
        areNotesListed
      />
    </>
  );
}

/** What was left unsaid, and what the preview takes to have been so. */
function LeftOut({ preview }: { readonly preview: Preview }) {
  const { suppressed, left_out: leftOut, assumes, days_not_measured: gaps, known_from: since, from } = preview;
  const reasons = saySuppressed(suppressed);
  return (
    <Stack gap="md">
      {reasons.length > 0 && (
        <div>
          <Title order={3} mb={4}>
            Held back, and why
          </Title>
          <List size="sm">
            {reasons.map((reason) => (
              <List.Item key={reason}>{reason}</List.Item>
            ))}
          </List>
        </div>
      )}
      <div>
        <Title order={3} mb={4}>
          What this rests on
        </Title>
        <List size="sm" c="dimmed">
          {since !== null && since > from && <List.Item>Checks are kept since {formatDay(since)}.</List.Item>}
          {gaps.length > 0 && <List.Item>{formatPlural(gaps.length, 'day')} could not be judged.</List.Item>}
          {leftOut > 0 && <List.Item>{formatPlural(leftOut, 'keyword lacks', 'keywords lack')} two good checks to compare.</List.Item>}
          {assumes.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      </div>
    </Stack>
  );
}
