import { getProjectsByProjectIdSearchConsole } from '#client';
import { useProjectId } from '#app/project.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Answered } from '#ui/states/answered.tsx';
import { Bound } from './bound.tsx';
import { Connect } from './connect.tsx';
import { Days } from './days.tsx';
import { Kind } from './kind.tsx';
import { searchConsoleSearch } from './search.ts';

const EVERY_MS = 5_000;

/** Connects a project with Search Console, and shows which days were read of it. */
export function View() {
  const projectId = useProjectId();
  const { search } = useScreenSearch(searchConsoleSearch);
  const answer = useAnswer(getProjectsByProjectIdSearchConsole, { path: { project_id: projectId } }, { everyMs: EVERY_MS });
  return (
    <>
      <PageHeader title="Search Console" lead="The clicks that Google itself counts, day by day and 16 months back." />
      <Answered answer={answer} height={240}>
        {({ property, type, lacks, sync }) => (
          <>
            {property !== null && sync !== null && (
              <Bound siteUrl={property.site_url} sync={sync}>
                <Kind propertyId={property.id} type={type ?? 'web'} lacks={lacks} />
              </Bound>
            )}
            {(property === null || search.change || search.connection !== undefined || search.fault !== undefined) && <Connect />}
            {property !== null && <Days />}
          </>
        )}
      </Answered>
    </>
  );
}
