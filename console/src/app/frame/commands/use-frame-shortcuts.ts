import { useNavigate } from '@tanstack/react-router';
import { screens } from '#screens/index.ts';
import { useCurrentProjectId } from '#app/project.ts';
import { useSession } from '#app/session.tsx';
import { canOpen, toPath } from '#app/sidebar.ts';
import { useKeyboard, useShortcuts } from '#app/use-shortcut.ts';
import { openPalette } from '../overlays.ts';
import { isShortcutListOpen } from '../overlays.ts';

/** The keys that work on every screen. */
export function useFrameShortcuts(toggleSidebar: () => void): void {
  const navigate = useNavigate();
  const session = useSession();
  const projectId = useCurrentProjectId();
  useKeyboard();
  useShortcuts([
    { keys: '?', label: 'Show all keyboard shortcuts', run: () => isShortcutListOpen.set(true) },
    { keys: '/', label: 'Search or jump to (also Ctrl K)', run: openPalette },
    { keys: '[', label: 'Fold the sidebar', run: toggleSidebar },
    ...screens
      .filter((screen) => screen.jump !== undefined && canOpen(screen, { ...session, projectId }))
      .map((screen) => ({
        keys: `g ${screen.jump}`,
        label: `Go to ${screen.title}`,
        run: () => void navigate({ to: toPath(screen, projectId) }),
      })),
  ]);
}
