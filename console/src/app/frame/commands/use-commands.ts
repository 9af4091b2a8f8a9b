import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { getSearch } from '#client';
import { copyText } from '#data/copy-text.ts';
import { useAnswer } from '#data/answers/answers.ts';
import { screens } from '#screens/index.ts';
import { useCurrentProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { canOpen, isFor, toPath } from '#app/sidebar.ts';
import { findCommands, type Command } from './commands.ts';
import { toFoundHits } from './hits.ts';
import { isShortcutListOpen } from '../overlays.ts';
import { useToggleTheme } from '../header/theme-switch.tsx';

const TYPING_MS = 150;
const HITS_MAX = 20;

/** What the palette offers for a text: screens, projects and actions at once, and a moment later what the service finds. */
export function useCommands(text: string): Command[] {
  const local = findCommands(useLocalCommands(), text);
  return [...local, ...useFoundCommands(text.trim(), new Set(local.map(({ id }) => id)))];
}

function useLocalCommands(): Command[] {
  const navigate = useNavigate();
  const session = useSession();
  const projectId = useCurrentProjectId();
  const theme = useToggleTheme();
  return [
    ...screens
      .filter((screen) => canOpen(screen, { ...session, projectId }))
      .map((screen): Command => ({
        id: `screen ${screen.name}`,
        group: 'Screens',
        label: screen.title,
        icon: screen.icon ?? 'page',
        run: () => void navigate({ to: toPath(screen, projectId) }),
      })),
    ...session.me.projects.map(({ id, name }): Command => ({
      id: `project ${id}`,
      group: 'Projects',
      label: name,
      icon: 'box',
      run: () => void navigate({ to: '/p/$projectId', params: { projectId: id } }),
    })),
    { id: 'theme', group: 'Actions', label: theme.label, icon: theme.isDark ? 'sun' : 'moon', run: theme.toggle },
    { id: 'link', group: 'Actions', label: 'Copy the link to this view', icon: 'link', run: () => void copyLink() },
    { id: 'keys', group: 'Actions', label: 'Show all keyboard shortcuts', icon: 'keyboard', run: () => isShortcutListOpen.set(true) },
  ];
}

/** Asked when the typing rests. Projects are in the list already. What is found is of every part: who is limited to some is not given it. */
function useFoundCommands(text: string, known: ReadonlySet<string>): Command[] {
  const navigate = useNavigate();
  const session = useSession();
  const [q] = useDebouncedValue(text, TYPING_MS);
  const { data } = useAnswer(getSearch, { query: { q, limit: HITS_MAX } }, { isWanted: q !== '' && session.parts === undefined });
  if (text === '' || q === '') return [];
  return toFoundHits(data?.hits ?? [], new Set(screens.filter((screen) => isFor(screen, session)).map(({ path }) => path)))
    .filter(({ id }) => !known.has(id))
    .map(({ to, params, search, ...rest }): Command => ({
      ...rest,
      run: () => void navigate({ to, params, search: (search ?? {}) as never }),
    }));
}

async function copyLink(): Promise<void> {
  await copyText(window.location.href, 'The link to this view is copied');
}
