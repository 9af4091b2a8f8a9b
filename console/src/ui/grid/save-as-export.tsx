import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { getExportLists } from '#client';
import { useCurrentProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { useAnswer } from '#data/answers/answers.ts';
import { toLines, type ListSource } from '#data/answers/list-source.ts';

interface SaveAsExportProps {
  readonly source: ListSource;
  /** A button by itself, and no entry of a menu: of a list that exports are known to take, so that a screen asks nothing more. */
  readonly isButton?: boolean;
}

/** Leads to an export of a list with its filters. There is none for who may not make one, and of a list that no export takes. */
export function SaveAsExport(props: SaveAsExportProps) {
  const { rights } = useSession();
  return rights.has('edit') && rights.has('export') ? <Shown {...props} /> : null;
}

function Shown({ source: { list, filters }, isButton = false }: SaveAsExportProps) {
  const projectId = useCurrentProjectId();
  const lists = useAnswer(getExportLists, {}, { isWanted: !isButton });
  const navigate = useNavigate();
  const isTaken = isButton || lists.data?.lists.some((one) => one.list === list) === true;
  if (projectId === undefined || !isTaken) return null;
  const open = (): void =>
    void navigate({ to: '/p/$projectId/exports', params: { projectId }, search: { add: true, list, filters: toLines(filters) } } as never);
  if (!isButton) return <Menu.Item onClick={open}>Save as export</Menu.Item>;
  return (
    <Button variant="subtle" color="gray" size="compact-xs" onClick={open}>
      Save as export
    </Button>
  );
}
