import { PageHeader } from '../../../ui/page-header.tsx';
import { ButtonLink } from '../../../ui/app-link.tsx';
import { EarlierLists } from './earlier-lists.tsx';
import { NewList } from './new-list.tsx';

/** A list goes in, and what became of earlier ones. */
export function View() {
  return (
    <>
      <PageHeader
        title="Classify"
        description="What the domains, pages and keywords of a list are, how sure that is, and why."
        actions={
          <ButtonLink to="/classification" variant="default">
            What is classified so far
          </ButtonLink>
        }
      />
      <NewList />
      <EarlierLists />
    </>
  );
}
