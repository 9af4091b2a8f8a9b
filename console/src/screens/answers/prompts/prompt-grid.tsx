import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AnswerPrompt, AnswerRate, GetAnswersSummaryResponse } from '#client';
import type { ListSource } from '#data/answers/list-source.ts';
import type { toWholeList } from '#data/answers/whole-list.ts';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { Empty } from '#ui/states/answered.tsx';
import type { Surface } from '../data/types.ts';
import { sortSurfaces } from '../data/words.ts';
import { makePromptColumns, type RateOf } from './columns.tsx';
import { EndPrompts } from './end-prompts.tsx';

interface PromptGridProps {
  readonly rows: readonly AnswerPrompt[];
  readonly surfaces: readonly Surface[];
  readonly summary: GetAnswersSummaryResponse;
  readonly whole: ReturnType<typeof toWholeList>;
  readonly source: ListSource;
  readonly mayEnd: boolean;
  readonly isNarrowed: boolean;
}

/** A row a prompt, with how many of its answers name us on each surface. */
export function PromptGrid({ rows, surfaces, summary, whole, source, mayEnd, isNarrowed }: PromptGridProps) {
  const navigate = useNavigate();
  const place = useGridPlace();
  const names = surfaces.join(' ');
  const columns = useMemo(() => makePromptColumns(sortSurfaces(names.split(' ')), toRateOf(summary), summary.to), [names, summary]);
  return (
    <RowsGrid
      label="Prompts"
      rows={rows}
      columns={columns}
      rowKey={toKey}
      place={place}
      fileName="prompts"
      whole={whole}
      source={source}
      onOpen={({ id: promptId, project_id: projectId }) =>
        void navigate({ to: '/p/$projectId/answers/prompts/$promptId', params: { projectId, promptId } } as never)
      }
      {...(mayEnd && { bulk: (keys: readonly string[], clear: () => void) => <EndPrompts promptIds={keys} onDone={clear} /> })}
      empty={
        isNarrowed ? (
          <Empty title="No prompt fits">Change the words, or look at the others.</Empty>
        ) : (
          <Empty title="No prompts yet">Add what people ask assistants when they look for what you offer.</Empty>
        )
      }
    />
  );
}

const toKey = ({ id }: AnswerPrompt): string => id;

function toRateOf({ groups }: GetAnswersSummaryResponse): RateOf {
  const rates = new Map<string, AnswerRate>(groups.map(({ surface, group, mention_rate: rate }) => [`${surface} ${group}`, rate]));
  return (promptId, surface) => rates.get(`${surface} ${promptId}`);
}
