import { Combobox, ScrollArea, useCombobox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactElement } from 'react';
import { useCurrentProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';

const SHOWN_MAX = 50;

/** Every project, found by its name; open from the start, because a click has loaded it. */
export function ProjectList({ button }: { readonly button: (toggle: () => void) => ReactElement }) {
  const navigate = useNavigate();
  const current = useCurrentProjectId();
  const projects = useSession().me.projects;
  const [text, setText] = useState('');
  const combobox = useCombobox({
    defaultOpened: true,
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      setText('');
      combobox.focusTarget();
    },
  });
  const { focusSearchInput } = combobox;
  useEffect(() => focusSearchInput(), [focusSearchInput]);
  const shown = projects.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())).slice(0, SHOWN_MAX);
  const open = (value: string): void => {
    combobox.closeDropdown();
    void navigate(value === '' ? { to: '/' } : { to: '/p/$projectId', params: { projectId: value } });
  };
  return (
    <Combobox store={combobox} onOptionSubmit={open} width={280} position="bottom-start">
      <Combobox.Target targetType="button">{button(() => combobox.toggleDropdown())}</Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          placeholder="Find a project"
          aria-label="Find a project"
        />
        <Combobox.Options aria-label="Projects">
          <ScrollArea.Autosize mah={320} type="auto">
            {text === '' && <Combobox.Option value="">All projects</Combobox.Option>}
            {shown.map((project) => (
              <Combobox.Option key={project.id} value={project.id} active={project.id === current}>
                {project.name}
              </Combobox.Option>
            ))}
            {shown.length === 0 && text !== '' && <Combobox.Empty>No matching project</Combobox.Empty>}
          </ScrollArea.Autosize>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
