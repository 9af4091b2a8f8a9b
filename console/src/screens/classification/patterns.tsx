import { toWords } from '#data/words.ts';
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
import { toListSource } from '#data/answers/list-source.ts';
import { formatPlural } from '#data/format.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { ConfirmAction } from '#ui/actions/confirm-action.tsx';
import { toReadColumns, type RowColumn } from '#ui/grid/columns/column.ts';
import { column } from '#ui/grid/columns/kinds.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
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
            source={toListSource(getAdminClassifierCorrectionsPatterns, {})}
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
  column.text('rule', 'Suggested rule', 280, { of: ({ suggested_rule: rule }) => rule?.text ?? null, isOnPhone: true }),
  column.text('of', 'Of', 90, { of: 'entity_type' }),
  column.text('dimension', 'Dimension', 140, { of: ({ dimension }) => toWords(dimension) }),
  column.text('from', 'Was', 150, { of: ({ from_value: from }) => (from === '' ? null : toWords(from)) }),
  column.text('to', 'Became', 150, { of: ({ to_value: to }) => toWords(to), isOnPhone: true }),
  column.count('count', 'Times', 90, { isOnPhone: true }),
  column.count('support', 'Support', 100, { of: ({ suggested_rule: rule }) => rule?.support ?? null }),
  column.count('counter', 'Against', 100, { of: ({ suggested_rule: rule }) => rule?.counter_examples ?? null }),
  column.instant('accepted', 'Accepted (UTC)', 170, { of: 'accepted_at' }),
];
