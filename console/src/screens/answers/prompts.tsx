import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { getAnswersPrompts } from '#client';
import { useProjectId } from '#app/project.ts';
import { useMay } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { toListSource } from '#data/answers/list-source.ts';
import { toWholeList } from '#data/answers/whole-list.ts';
import { formatPlural } from '#data/format.ts';
import { Select } from '#ui/forms/select.tsx';
import { TextFilter } from '#ui/forms/text-filter.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Pager } from '#ui/pager.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { laterDialog } from '#ui/states/later.tsx';
import { COUNTED } from './data/say-answers.ts';
import { joinAnswers, usePlan, useSummary } from './data/use-answers.ts';
import { sortSurfaces } from './data/words.ts';
import { SpanSelect } from './overview/span-select.tsx';
import { Ways } from './overview/ways.tsx';
import { PromptGrid } from './prompts/prompt-grid.tsx';
import { promptsSearch } from './search.ts';

const AddPrompts = laterDialog(async () => (await import('./prompts/add-prompts.tsx')).AddPrompts);
const LIMIT = 100;
const QUESTION = 'What assistants are asked, and how often each answer names us.';

/** What assistants are asked: a row a prompt, with how many of its answers name us on each surface. */
export function View() {
  const projectId = useProjectId();
  const { search, setSearch } = useScreenSearch(promptsSearch);
  const { weeks, offset = 0, search: words, ended } = search;
  const [isAdding, setAdding] = useState(false);
  const mayEdit = useMay('edit');
  const asked = { query: { project_id: projectId, limit: LIMIT, offset, search: words, ended: ended === 'yes' } };
  const answer = joinAnswers({ list: useAnswer(getAnswersPrompts, asked), plan: usePlan(), summary: useSummary(weeks, 'prompt') });
  const { data } = answer;
  const isNarrowed = words !== undefined || ended !== undefined;
  return (
    <>
      <PageHeader
        title="Prompts"
        lead={
          data && data.list.pagination.total > 0 && !isNarrowed
            ? `${formatPlural(data.list.pagination.total, 'prompt')} ${data.list.pagination.total === 1 ? 'is' : 'are'} asked. Each cell says in how many of the answers an own brand is named.`
            : QUESTION
        }
        description={COUNTED}
        actions={
          <>
            <Ways at="Prompts" />
            {mayEdit && (
              <Button leftSection={<Icon name="plus" size={15} />} onClick={() => setAdding(true)}>
                Add prompts
              </Button>
            )}
          </>
        }
      />
      <Group align="flex-end" mb="md">
        <SpanSelect value={weeks} onChange={(span) => setSearch({ weeks: span })} />
        <TextFilter label="Text" value={words} onChange={(text) => setSearch({ search: text, offset: undefined })} />
        <Select
          label="Which"
          data={[
            { value: 'asked', label: 'Asked' },
            { value: 'yes', label: 'Ended' },
          ]}
          value={ended ?? 'asked'}
          onChange={(value) => setSearch({ ended: value === 'yes' ? 'yes' : undefined, offset: undefined })}
        />
      </Group>
      <Answered answer={answer} height={320}>
        {({ list, plan, summary }) => (
          <>
            <PromptGrid
              rows={list.prompts}
              surfaces={sortSurfaces([...plan.plan.surfaces, ...summary.groups.map(({ surface }) => surface)])}
              summary={summary}
              whole={toWholeList(getAnswersPrompts, asked, list.pagination)}
              source={toListSource(getAnswersPrompts, asked)}
              mayEnd={mayEdit && ended === undefined}
              isNarrowed={isNarrowed}
            />
            <Pager pagination={list.pagination} onOffset={(next) => setSearch({ offset: next || undefined })} />
          </>
        )}
      </Answered>
      <AddPrompts isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}
