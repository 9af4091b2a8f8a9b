import type { ReactNode } from 'react';
import { useProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { Empty } from '#ui/states/answered.tsx';
import { ButtonLink } from '#ui/links/app-link.tsx';

interface NothingYetProps {
  readonly title: string;
  /** What will stand here. */
  readonly children: ReactNode;
  /** Where keywords are tracked already, their checks are the way forward. */
  readonly isTracking?: boolean;
}

/** What is said where keywords or their checks are missing, with the way to them. */
export function NothingYet({ title, children, isTracking = false }: NothingYetProps) {
  const projectId = useProjectId();
  const { rights } = useSession();
  const action = isTracking ? (
    <ButtonLink variant="default" to="/p/$projectId/checks" params={{ projectId }}>
      See what is due
    </ButtonLink>
  ) : (
    <ButtonLink to="/p/$projectId/add" params={{ projectId }}>
      Add keywords
    </ButtonLink>
  );
  return (
    <Empty title={title} action={(isTracking || rights.has('edit')) && action}>
      {children}
    </Empty>
  );
}
