import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useShortcuts } from '#app/use-shortcut.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { useFiltersShown } from '#ui/layout/folded-filters.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { later } from '#ui/states/later.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Toggle } from '#ui/forms/toggle.tsx';
import { ViewsMenu } from '#ui/views/views-menu.tsx';
import { CheckFailed } from './actions/check-failed.tsx';
import { countBands, NO_FILTERS } from './table/filters/filters.ts';
import { sayKeywords } from './table/leads.ts';
import { countFirst } from './first-checks.ts';
import { keywordsSearch } from './table/search.ts';
import type { Keywords } from './table/keywords.ts';
import { toGoogleDays } from './table/grid-query.ts';
import { TableChoices } from './table/table-choices.tsx';
import { useKeywords } from './table/use-keywords.ts';
import { WorkTable } from './table/work-table.tsx';

const FirstPositions = later(async () => (await import('./first-positions.tsx')).FirstPositions);

/** The work table: every tracked keyword with where it stands, and what can be done with it. */
export function View() {
  const projectId = useProjectId();
  const { rights } = useSession();
  const { search, setSearch } = useScreenSearch(keywordsSearch);
  const withCompetitors = search.competitors ?? (search.vs === undefined ? undefined : true);
  const keywords = useKeywords({ compare: search.since, competitors: withCompetitors, google_days: toGoogleDays(search.counted) });
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
            {areFiltersShown && <TableChoices />}
            <Toggle
              visibleFrom="sm"
              isOn={search.grouped ?? false}
              onChange={(isOn) => setSearch({ grouped: isOn || undefined, sort: undefined, columns: undefined })}
            >
              One row per keyword
            </Toggle>
            <Toggle
              visibleFrom="sm"
              isOn={withCompetitors ?? false}
              onChange={(isOn) => setSearch({ competitors: isOn || undefined, vs: undefined })}
            >
              Competitors
            </Toggle>
            <Toggle visibleFrom="sm" isOn={search.counted ?? false} onChange={(isOn) => setSearch({ counted: isOn || undefined })}>
              Google’s clicks
            </Toggle>
            {keywords.data && search.band?.includes('failed') && <CheckFailed keywords={keywords.data} />}
            {rights.has('edit') && <AddKeywords projectId={projectId} />}
          </>
        }
      />
      <Answered answer={keywords} height={560}>
        {(data) =>
          data.count === 0 ? (
            <NoKeywords canAdd={rights.has('edit')} />
          ) : (
            <>
              <First projectId={projectId} keywords={data} />
              <WorkTable keywords={data} />
            </>
          )
        }
      </Answered>
    </>
  );
}

/** The first checks of the keywords. It goes when there is a second day to compare with. */
function First({ projectId, keywords }: { readonly projectId: string; readonly keywords: Keywords }) {
  const first = useMemo(() => countFirst(keywords), [keywords]);
  return (
    (first.waiting > 0 || first.days === 1) && <FirstPositions projectId={projectId} first={first} timeZone={keywords.answer.time_zone} />
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
