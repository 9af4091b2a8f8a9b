import { useSession } from '#app/session.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';
import { EarlierLists } from './earlier-lists.tsx';
import { NewList } from './new-list.tsx';

/** A list goes in, and what became of earlier ones. */
export function View() {
  const { rights } = useSession();
  return (
    <>
      <PageHeader
        title="Classify"
        lead="Classify a list of domains, pages, and keywords: what each one is, how certain that is, and why."
        actions={
          rights.has('operate') && (
            <ButtonLink to="/classification" variant="default">
              What is classified so far
            </ButtonLink>
          )
        }
      />
      <NewList />
      <EarlierLists />
    </>
  );
}
