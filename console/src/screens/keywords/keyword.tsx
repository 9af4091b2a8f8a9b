import { useParameter, useProjectId } from '#app/project.ts';
import { useScreenSearch } from '#app/use-screen-search.ts';
import { Answered, Empty } from '#ui/states/answered.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { keywordSearch } from './table/search.ts';
import { useAllKeywords } from './table/use-keywords.ts';
import { Detail } from './history/detail.tsx';

/** One keyword: where it stood, whose pages ranked, what each check saw. */
export function View() {
  const projectId = useProjectId();
  const keywordId = useParameter('keywordId');
  const { search } = useScreenSearch(keywordSearch);
  const keywords = useAllKeywords();
  return (
    <Answered answer={keywords} height={560}>
      {(data) => {
        const row = Array.from({ length: data.count }, (_, at) => at).find(
          (at) =>
            data.columns.keyword_id[at] === keywordId &&
            (search.engine === undefined || data.textOf('engine', at) === search.engine) &&
            (search.channel === undefined || data.textOf('channel', at) === search.channel),
        );
        return row === undefined ? (
          <>
            <PageHeader title="Keyword" />
            <Empty
              title="This project does not track this keyword"
              action={
                <ButtonLink variant="default" to="/p/$projectId/keywords" params={{ projectId }}>
                  See tracked keywords
                </ButtonLink>
              }
            />
          </>
        ) : (
          <Detail keywords={data} row={row} />
        );
      }}
    </Answered>
  );
}
