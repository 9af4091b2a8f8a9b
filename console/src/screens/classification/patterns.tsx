import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getAdminClassifierCorrectionsPatterns,
  getAdminClassifierCorrectionsStats,
  postAdminClassifierCorrectionsLearn,
  postAdminClassifierCorrectionsPatternsByIdAccept,
  type CorrectionPattern,
} from '#client';
import { answerKey, ask, useAnswer } from '#data/answers/answers.ts';
import { formatInstant, formatPlural } from '#data/format.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { toReadColumns, type RowColumn } from '#ui/grid/columns/column.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { toWords } from './figures.ts';
import { useCount } from './use-count.ts';

const ROWS = 200;

/** Corrections that were made again and again, with the rules that they suggest. A row with a rule can be accepted. */
export function Patterns() {
  const place = useGridPlace();
  const count = useCount();
  const [asked, setAsked] = useState<CorrectionPattern>();
  const answer = useAnswer(getAdminClassifierCorrectionsPatterns, { query: { limit: ROWS } });
  return (
    <>
      <Learn />
      <Answered answer={answer} height={320}>
        {({ patterns, total }) => (
          <RowsGrid
            label="Correction patterns"
            rows={patterns}
            total={total}
            columns={toReadColumns(COLUMNS, count('the corrections that were made'))}
            rowKey={({ id }) => String(id)}
            place={place}
            fileName="correction-patterns"
            onOpen={(pattern) => {
              if (pattern.suggested_rule !== null && pattern.accepted_at === null) setAsked(pattern);
            }}
            empty={<Empty title="No patterns yet">A pattern appears when the same correction was made several times.</Empty>}
          />
        )}
      </Answered>
      {asked && <Accept pattern={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function Accept({
  pattern: { id, suggested_rule: rule, to_value: to },
  onClose,
}: {
  readonly pattern: CorrectionPattern;
  readonly onClose: () => void;
}) {
  const queries = useQueryClient();
  return (
    <ConfirmAction
      isOpen
      onClose={onClose}
      title="Make it a rule"
      verb="Accept the rule"
      run={() => ask(postAdminClassifierCorrectionsPatternsByIdAccept, { path: { id } })}
      onDone={() => void queries.invalidateQueries({ queryKey: answerKey(getAdminClassifierCorrectionsPatterns) })}
    >
      {`${rule?.text}: what fits becomes ${toWords(to)}, before every other rule. ${formatPlural(rule?.support ?? 0, 'corrected item')} with it, ${formatPlural(rule?.counter_examples ?? 0, 'item')} with it called something else.`}
    </ConfirmAction>
  );
}

function Learn() {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const said = useAnswer(getAdminClassifierCorrectionsStats, {});
  return (
    <Answered answer={said} height={40}>
      {({ pending }) => (
        <Group mb="sm" gap="xs">
          <Button size="xs" variant="default" disabled={pending === 0} onClick={() => setAsking(true)}>
            Learn from corrections
          </Button>
          <Text size="sm" c="dimmed">
            {formatPlural(pending, 'correction')} not learned yet. Choose a row with a rule to accept it.
          </Text>
          <ConfirmAction
            isOpen={isAsking}
            onClose={() => setAsking(false)}
            title="Learn from corrections"
            verb="Learn"
            run={() => ask(postAdminClassifierCorrectionsLearn, {})}
            cameOf={({ processed }) => ({ state: processed === null ? 'started' : 'done' })}
            onDone={() => {
              for (const stale of [getAdminClassifierCorrectionsPatterns, getAdminClassifierCorrectionsStats])
                void queries.invalidateQueries({ queryKey: answerKey(stale) });
            }}
          >
            {`Corrections become examples for similar items, and suggest rules. It can take a minute.`}
          </ConfirmAction>
        </Group>
      )}
    </Answered>
  );
}

const COLUMNS: readonly RowColumn<CorrectionPattern>[] = [
  {
    id: 'rule',
    title: 'Suggested rule',
    kind: 'text',
    width: 280,
    value: ({ suggested_rule: rule }) => rule?.text ?? null,
    isOnPhone: true,
  },
  { id: 'of', title: 'Of', kind: 'text', width: 90, value: ({ entity_type: type }) => type },
  { id: 'dimension', title: 'Dimension', kind: 'text', width: 140, value: ({ dimension }) => toWords(dimension) },
  { id: 'from', title: 'Was', kind: 'text', width: 150, value: ({ from_value: from }) => (from === '' ? null : toWords(from)) },
  { id: 'to', title: 'Became', kind: 'text', width: 150, value: ({ to_value: to }) => toWords(to), isOnPhone: true },
  { id: 'count', title: 'Times', kind: 'number', width: 90, value: ({ count }) => count, isOnPhone: true },
  { id: 'support', title: 'Support', kind: 'number', width: 100, value: ({ suggested_rule: rule }) => rule?.support ?? null },
  { id: 'counter', title: 'Against', kind: 'number', width: 100, value: ({ suggested_rule: rule }) => rule?.counter_examples ?? null },
  {
    id: 'accepted',
    title: 'Accepted (UTC)',
    kind: 'text',
    width: 170,
    value: ({ accepted_at: at }) => at,
    render: ({ accepted_at: at }) => formatInstant(at),
  },
];
