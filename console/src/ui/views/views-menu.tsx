import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getViews, type View } from '#client';
import { useRawSearch } from '#app/use-screen-search.ts';
import { useShortcuts } from '#app/use-shortcut.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { FirstClick } from '../actions/first-click.tsx';
import { Icon } from '../icons/icon.tsx';
import { later, laterDialog } from '../states/later.tsx';
import { fromViewParams } from './saved-views.ts';

const ViewsList = later(async () => (await import('./views-list.tsx')).ViewsList);
const SaveView = laterDialog(async () => (await import('./save-view.tsx')).SaveView);

interface ViewsMenuProps {
  /** The name of the screen. */
  readonly screen: string;
  /** Undefined for a screen of no project. */
  readonly projectId?: string;
}

/** Saved views of a list: opens one, saves what is on screen as a new one. */
export function ViewsMenu({ screen, projectId }: ViewsMenuProps) {
  const navigate = useNavigate();
  const search = useRawSearch();
  const [isSaving, setSaving] = useState(false);
  const { data } = useAnswer(getViews, { query: { screen, ...(projectId && { project_id: projectId }) } });
  const views = data?.views ?? [];
  useShortcuts([{ keys: 's', label: 'Save this view', run: () => setSaving(true) }]);
  const open = ({ params }: View, replace = false): void =>
    void navigate({ to: '.', search: fromViewParams(params, search) as never, replace });
  // An address that says nothing opens with the default view, once.
  const isFresh = useRef(Object.keys(search).length === 0);
  const opensWith = useEffectEvent((all: readonly View[]) => {
    const chosen = isFresh.current ? all.find((view) => view.is_default) : undefined;
    isFresh.current = false;
    if (chosen) open(chosen, true);
  });
  useEffect(() => {
    if (data) opensWith(data.views);
  }, [data]);
  const button = (
    <Button variant="default" size="xs" leftSection={<Icon name="eye" size={14} />}>
      Views
    </Button>
  );
  return (
    <>
      <FirstClick opens="menu" button={button}>
        {(target, giveBack) => <ViewsList button={target} onClose={giveBack} views={views} onOpen={open} onSave={() => setSaving(true)} />}
      </FirstClick>
      <SaveView isOpen={isSaving} onClose={() => setSaving(false)} screen={screen} projectId={projectId} />
    </>
  );
}
