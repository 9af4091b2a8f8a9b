import '@mantine/spotlight/styles.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useEffect, useState } from 'react';
import { useStore } from '#data/store.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { isPaletteOpen } from '../overlays.ts';
import { useCommands } from './use-commands.ts';
import { useFocusBack } from './use-focus-back.ts';

const [store, spotlight] = createSpotlight();

/** Everything that can be opened or done, by typing a part of its name. */
export function Palette() {
  const isOpen = useStore(isPaletteOpen);
  useFocusBack();
  const [text, setText] = useState('');
  useEffect(() => {
    if (isOpen) spotlight.open();
    else spotlight.close();
  }, [isOpen]);
  const found = useCommands(text);
  const groups = [...new Set(found.map(({ group }) => group))];
  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      onSpotlightClose={() => isPaletteOpen.set(false)}
      centered={false}
      overlayProps={{ blur: 0 }}
      transitionProps={{ duration: 0 }}
      clearQueryOnClose
      shortcut={null}
      scrollable
      maxHeight={460}
    >
      <Spotlight.Search
        placeholder="Screens, projects, keywords, domains, actions"
        aria-label="Search or jump to"
        leftSection={<Icon name="search" />}
      />
      <Spotlight.ActionsList>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {found
              .filter((command) => command.group === group)
              .map(({ id, label, hint, icon, run }) => (
                <Spotlight.Action key={id} label={label} description={hint} leftSection={<Icon name={icon} />} onClick={run} />
              ))}
          </Spotlight.ActionsGroup>
        ))}
        {found.length === 0 && <Spotlight.Empty>No matches</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
