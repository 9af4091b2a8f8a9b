import { Button, Group } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { type ResearchKeyword, getRunByRunIdKeywordsCsv } from '#client';
import { useSession } from '#app/session.tsx';
import { useLocationNames } from '#data/location-names.ts';
import { formatPlural, formatCount } from '#data/format.ts';
import { Empty, ErrorNote } from '#ui/states/answered.tsx';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { laterDialog } from '#ui/states/later.tsx';
import { useFileName } from '#app/use-file-name.ts';
import { ask } from '#data/answers/answers.ts';
import { saveText } from '#ui/actions/save-file.ts';
import type { ApiError } from '#data/answers/api-error.ts';
import { toKeywordColumns } from './keyword-columns.tsx';
import type { Wanted } from './track.tsx';
import type { Filter, KeywordsProps } from './keywords.tsx';

const Track = laterDialog(async () => (await import('./track.tsx')).Track);

interface KeywordGridProps extends KeywordsProps {
  readonly keywords: readonly ResearchKeyword[];
  readonly total: number;
  readonly filter: Filter;
}

/** A keyword can be in a run once for each place and language. */
function toKey({ keyword, location_code: location, language_code: language }: ResearchKeyword): string {
  return `${location} ${language} ${keyword}`;
}

/** Keywords to choose from, with what can be done with them. */
export function KeywordGrid({ run, groups, keywords, total, filter }: KeywordGridProps) {
  const { rights } = useSession();
  const place = useGridPlace();
  const [wanted, setWanted] = useState<Wanted>();
  const toPlaceName = useLocationNames(keywords.map(({ location_code: code }) => code));
  const columns = useMemo(() => toKeywordColumns(run, groups, toPlaceName), [run, groups, toPlaceName]);
  const byKey = useMemo(() => new Map(keywords.map((keyword) => [toKey(keyword), keyword.keyword])), [keywords]);
  const toTexts = (keys: readonly string[]): string[] => [...new Set(keys.flatMap((key) => byKey.get(key) ?? []))];
  const canTrack = rights.has('edit') && total > 0;
  return (
    <>
      <RowsGrid
        label="Keywords of this run"
        rows={keywords}
        total={total}
        columns={columns}
        rowKey={toKey}
        place={place}
        tools={
          <Group gap="xs">
            {canTrack && (
              <Button size="xs" onClick={() => setWanted({ top: 10 })}>
                Track the best
              </Button>
            )}
            {total > 0 && <AllAsCsv runId={run.run_id} total={total} filter={filter} />}
          </Group>
        }
        {...(canTrack && {
          bulk: (keys: readonly string[]) => (
            <Button size="xs" onClick={() => setWanted({ keywords: toTexts(keys) })}>
              Track {formatPlural(keys.length, 'keyword')}
            </Button>
          ),
        })}
        empty={
          Object.keys(filter).length === 0 ? (
            <Empty title="No keyword was accepted">
              {(run.harvest?.irrelevant_keywords ?? 0) > 0 && 'Those that do not fit are listed under Irrelevant.'}
            </Empty>
          ) : (
            <Empty title="No keywords match">Change the filters above to see others.</Empty>
          )
        }
      />
      <Track run={run} isOpen={wanted !== undefined} wanted={wanted} onChange={setWanted} />
    </>
  );
}

interface AllAsCsvProps {
  readonly runId: string;
  readonly total: number;
  readonly filter: Filter;
}

/** Gives everything that fits the filters, not only what is loaded. */
function AllAsCsv({ runId, total, filter: { fields: _fields, format: _format, ...query } }: AllAsCsvProps) {
  const toName = useFileName();
  const save = useMutation<unknown, ApiError>({
    mutationFn: async () =>
      saveText(`${toName('research keywords', runId)}.csv`, 'text/csv', await ask(getRunByRunIdKeywordsCsv, { path: { runId }, query })),
  });
  return (
    <>
      <Button size="xs" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
        CSV of all {formatCount(total)}
      </Button>
      {save.error && <ErrorNote error={save.error} />}
    </>
  );
}
