import { Group } from '@mantine/core';
import { useMemo } from 'react';
import { getAnswersSources, type CitedSource } from '#client';
import { useProjectId } from '#app/project.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { toListSource } from '#data/answers/list-source.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { formatPlural } from '#data/format.ts';
import { isolate } from '#data/isolate.ts';
import { Select } from '#ui/forms/select.tsx';
import { useGridPlace } from '#ui/grid/place.ts';
import { RowsGrid } from '#ui/grid/rows-grid.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Pager } from '#ui/pager.tsx';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { sayCounted } from './data/say-answers.ts';
import { useSpanDays } from './data/use-answers.ts';
import { sayRate, toClassName } from './data/words.ts';
import { KindSelect } from './overview/kind-select.tsx';
import { SpanSelect } from './overview/span-select.tsx';
import { Ways } from './overview/ways.tsx';
import { sourcesSearch } from './search.ts';
import { makeSourceColumns } from './sources/columns.tsx';

const LIMIT = 100;
const GROUPINGS = [
  { value: 'domain', label: 'Sites' },
  { value: 'page', label: 'Pages' },
  { value: 'class', label: 'Kinds of sites' },
] as const;

/** What answers cite: sites or pages, whose they are, and how often they stand beside rivals. */
export function View() {
  const projectId = useProjectId();
  const { search, setSearch } = useScreenSearch(sourcesSearch);
  const { weeks, kind, by, offset = 0 } = search;
  const days = useSpanDays(weeks);
  const asked = { query: { project_id: projectId, ...days, surface_kind: kind, group_by: by, limit: LIMIT, offset } };
  const answer = useAnswer(getAnswersSources, asked);
  const place = useGridPlace();
  const columns = useMemo(() => makeSourceColumns(by, days.to), [by, days.to]);
  return (
    <>
      <PageHeader
        title="Sources"
        lead={
          (answer.data && saySources(answer.data.sources, answer.data.pagination.total, by)) ??
          'Which sites and pages assistants cite in their answers.'
        }
        description={sayCounted(kind)}
        actions={<Ways at="Sources" />}
      />
      <Group align="flex-end" mb="md">
        <SpanSelect value={weeks} onChange={(span) => setSearch({ weeks: span, offset: undefined })} />
        <KindSelect value={kind} onChange={(next) => setSearch({ kind: next, offset: undefined })} />
        <Select
          label="Sources"
          data={GROUPINGS}
          value={by}
          onChange={(value) => value !== null && setSearch({ by: value, offset: undefined })}
        />
      </Group>
      <Answered answer={answer} height={320}>
        {({ sources, pagination }) => (
          <>
            <RowsGrid
              label="Cited sources"
              rows={sources}
              columns={columns}
              rowKey={toKey}
              place={place}
              fileName="sources"
              whole={toWholeList(getAnswersSources, asked, pagination)}
              source={toListSource(getAnswersSources, asked)}
              empty={<Empty title="Waiting for answers that cite">Sources of these weeks stand here as soon as an answer cites one.</Empty>}
            />
            <Pager pagination={pagination} onOffset={(next) => setSearch({ offset: next || undefined })} />
          </>
        )}
      </Answered>
    </>
  );
}

const toKey = ({ source }: CitedSource): string => source;

function saySources([first]: readonly CitedSource[], total: number, by: keyof typeof NOUNS): string | undefined {
  if (first === undefined) return undefined;
  const { source, rate } = first;
  return `${isolate(by === 'class' ? toClassName(source) : source)} is cited most: ${sayRate(rate).of}. ${formatPlural(total, NOUNS[by].one, NOUNS[by].many)} in total.`;
}

const NOUNS = {
  domain: { one: 'site', many: 'sites' },
  page: { one: 'page', many: 'pages' },
  class: { one: 'kind of site', many: 'kinds of sites' },
} as const;
