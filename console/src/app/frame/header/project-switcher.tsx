import { Button } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import { Icon } from '#ui/icons/icon.tsx';
import { latePart } from '#ui/states/late-part.tsx';
import { useCurrentProjectId, useIsBeforeProject } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { useShortcuts } from '#app/use-shortcut.ts';

const ProjectList = latePart(async () => (await import('./project-list.tsx')).ProjectList);

/** Names the project that is looked at, and leads to the others. The list is loaded by the first click. */
export function ProjectSwitcher() {
  const { projects } = useSession().me;
  const current = useCurrentProjectId();
  const isBefore = useIsBeforeProject();
  const [isWanted, setWanted] = useState(false);
  const place = useRef<HTMLButtonElement>(null);
  useShortcuts([{ keys: 'g p', label: 'Switch project', run: () => place.current?.click() }]);
  const name = projects.find(({ id }) => id === current)?.name ?? (isBefore ? 'New project' : 'All projects');
  const button = (open: () => void) => (
    <Button
      ref={place}
      variant="subtle"
      color="gray"
      aria-haspopup="listbox"
      rightSection={<Icon name="chevron-down" size={15} />}
      onClick={open}
    >
      <span className="ellipsis">{name}</span>
    </Button>
  );
  const closed = button(() => setWanted(true));
  return isWanted ? (
    <Suspense fallback={closed}>
      <ProjectList button={button} />
    </Suspense>
  ) : (
    closed
  );
}
