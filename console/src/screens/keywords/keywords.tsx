import { Switch } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useProjectId } from '../../app/project.ts';
import { useSession } from '../../app/session.tsx';
import { useScreenSearch } from '../../app/use-screen-search.ts';
import { useShortcuts } from '../../app/use-shortcut.ts';
import { Answered, Empty } from '../../ui/answered.tsx';
import { ButtonLink } from '../../ui/app-link.tsx';
import { useFiltersShown } from '../../ui/folded-filters.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ViewsMenu } from '../../ui/views-menu.tsx';
import { CheckFailed } from './actions/check-failed.tsx';
import { sayKeywords } from './leads.ts';
import { countBands, NO_FILTERS } from './table/filters.ts';
import { FirstPositions } from './first-positions.tsx';
import { COMPARISONS, keywordsSearch } from './table/search.ts';
import { useKeywords } from './table/use-keywords.ts';
import { WorkTable } from './table/work-table.tsx';
import { Select } from '../../ui/select.tsx';

/** The work table: every tracked keyword with where it stands, and what can be done with it. */
export function View() {
  const projectId = useProjectId();
  const { scopes } = useSession();
  const { search, setSearch } = useScreenSearch(keywordsSearch);
  const withCompetitors = search.competitors ?? (search.vs === undefined ? undefined : true);
  const keywords = useKeywords({ compare: search.since, competitors: withCompetitors });
  const areFiltersShown = useFiltersShown();
  const lead = useMemo(() => keywords.data && sayKeywords(countBands(keywords.data, NO_FILTERS)), [keywords.data]);
  return (
    <>
      <PageHeader
        title="Keywords"
        lead={lead ?? 'Where each tracked keyword stands.'}
        actions={
          <>
            {areFiltersShown && <ViewsMenu screen="keywords" projectId={projectId} />}
            {areFiltersShown && (
              <Select
                size="xs"
                w={230}
                aria-label="Change"
                data={COMPARISONS.map(({ value, label }) => ({ value, label: `Change ${label}` }))}
                value={search.since ?? 'check'}
                onChange={(since) => setSearch({ since: since === 'check' ? undefined : (since as typeof search.since) })}
              />
            )}
            <Switch
              size="xs"
              label="One row per keyword"
              visibleFrom="sm"
              checked={search.grouped ?? false}
              onChange={({ currentTarget }) =>
                setSearch({ grouped: currentTarget.checked || undefined, sort: undefined, columns: undefined })
              }
            />
            <Switch
              size="xs"
              label="Competitors"
              visibleFrom="sm"
              checked={withCompetitors ?? false}
              onChange={({ currentTarget }) => setSearch({ competitors: currentTarget.checked || undefined, vs: undefined })}
            />
            {keywords.data && search.band?.includes('failed') && <CheckFailed keywords={keywords.data} />}
            {scopes.has('write') && <AddKeywords projectId={projectId} />}
          </>
        }
      />
      <Answered answer={keywords} height={560}>
        {(data) =>
          data.count === 0 ? (
            <NoKeywords canAdd={scopes.has('write')} />
          ) : (
            <>
              <FirstPositions projectId={projectId} keywords={data} />
              <WorkTable keywords={data} />
            </>
          )
        }
      </Answered>
    </>
  );
}

/** Leads to the choice of keywords for this project, with its price. */
function AddKeywords({ projectId }: { readonly projectId: string }) {
  const navigate = useNavigate();
  useShortcuts([{ keys: 'a', label: 'Add keywords', run: () => void navigate({ to: '/p/$projectId/add', params: { projectId } }) }]);
  return (
    <ButtonLink size="xs" leftSection={<Icon name="plus" size={15} />} to="/p/$projectId/add" params={{ projectId }}>
      Add keywords
    </ButtonLink>
  );
}

function NoKeywords({ canAdd }: { readonly canAdd: boolean }) {
  return (
    <Empty title="No keywords yet">
      Tracked keywords appear here, with their positions after the first check.
      {canAdd && ' Add the first ones above.'}
    </Empty>
  );
}
