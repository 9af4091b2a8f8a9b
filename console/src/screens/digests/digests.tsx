import { getDigests } from '#client';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { DigestList } from './digest-list.tsx';
import { digestsSearch } from './search.ts';

const LIMIT = 100;

/** Digests about one project. */
export function View() {
  const projectId = useProjectId();
  const { me } = useSession();
  const { offset = 0 } = useScreenSearch(digestsSearch).search;
  const asked = { project_id: projectId };
  const answer = useAnswer(getDigests, { query: { limit: LIMIT, offset, ...asked } });
  return (
    <DigestList
      title="Digests"
      asked={asked}
      answer={answer}
      scope={{ kind: 'project', project_ids: [projectId] }}
      organizationId={me.projects.find(({ id }) => id === projectId)?.organization_id ?? undefined}
      path={`/p/${projectId}/digests`}
      empty="A digest says by mail what moved, what was not measured and what comes next. Digests about several projects are in the settings."
    />
  );
}
