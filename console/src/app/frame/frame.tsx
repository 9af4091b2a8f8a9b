import { UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Navigate, Outlet, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { GetMeResponse } from '#client';
import { readMemory, writeMemory } from '#data/memory.ts';
import { useStore } from '#data/store.ts';
import { useSession } from '../session.tsx';
import { NotFound } from './error-screens.tsx';
import styles from './frame.module.css';
import { FACTOR_SCREEN, FactorStrip } from './factor-strip.tsx';
import { Header } from './header/header.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { later } from '#ui/states/later.tsx';
import { DroppedNotice, ReachStrip, useScreen, VersionStrip, WaitStrip } from './notices.tsx';
import { isPaletteOpen, isShortcutListOpen, openPalette } from './overlays.ts';
import { SandboxStrip } from './sandbox-strip.tsx';
import { Sidebar } from './sidebar.tsx';
import { Trail } from './header/trail.tsx';
import { screens } from '#screens/index.ts';
import { useCurrentProjectId, useProjectId } from '#app/project.ts';
import { canOpen, findHome, isFor, toPath } from '#app/sidebar.ts';
import { useKeyboard, useShortcuts } from '#app/use-shortcut.ts';

const Palette = later(async () => (await import('./commands/palette.tsx')).Palette);
const ShortcutList = later(async () => (await import('./commands/shortcut-list.tsx')).ShortcutList);
const OrganizationSwitcher = later(async () => (await import('./organization/organization-switcher.tsx')).OrganizationSwitcher);
const ViewStrip = later(async () => (await import('./organization/view-strip.tsx')).ViewStrip);
const FilterBar = later(async () => (await import('./filters/filter-bar.tsx')).FilterBar);
const FOLDED = 'sidebar-folded';
/** Where all links to a project lead. */
const PROJECT_START = '/p/$projectId';

/** Header, sidebar and strips around a screen. On a phone the sidebar lies over the screen while it is open. */
export function Frame({ isBusy }: { readonly isBusy: boolean }) {
  const session = useSession();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isFolded, setFolded] = useState(readMemory(FOLDED) === 'yes');
  const toggleFolded = (): void => {
    writeMemory(FOLDED, isFolded ? undefined : 'yes');
    setFolded(!isFolded);
  };
  useFrameShortcuts(toggleFolded);
  useHotkeys([['mod+K', openPalette]], []);
  return (
    <div className={styles.frame} data-folded={isFolded || undefined} data-menu={isMenuOpen || undefined}>
      <a className="skip-link" href="#screen">
        Skip to the screen
      </a>
      <header className={styles.header}>
        <Header isMenuOpen={isMenuOpen} onToggleMenu={() => setMenuOpen(!isMenuOpen)} />
      </header>
      <div className={styles.sidebar}>
        {canSwitch(session.me) && !(isFolded && !isMenuOpen) && <OrganizationSwitcher />}
        <Sidebar isFolded={isFolded && !isMenuOpen} onOpen={() => setMenuOpen(false)} />
        <UnstyledButton
          className="sidebar-fold"
          visibleFrom="sm"
          aria-pressed={isFolded}
          title={isFolded ? 'Unfold the sidebar' : undefined}
          onClick={toggleFolded}
        >
          <Icon name="sidebar" size={15} />
          <span className={isFolded ? 'sr-only' : undefined}>{isFolded ? 'Unfold the sidebar' : 'Fold the sidebar'}</span>
        </UnstyledButton>
      </div>
      <main className={styles.screen} id="screen" tabIndex={-1} data-ready={isBusy ? undefined : true} aria-busy={isBusy}>
        <div className={styles.strips}>
          <SandboxStrip />
          {session.me.views_as && <ViewStrip />}
          <ReachStrip />
          <FactorStrip />
          <WaitStrip />
          <VersionStrip />
          <DroppedNotice />
        </div>
        <ScreenPlace />
      </main>
      {useStore(isShortcutListOpen) && <ShortcutList />}
      {useStore(isPaletteOpen) && <Palette />}
    </div>
  );
}

/** Whether there is another organization to act in. Who looks through the eyes of another person is where they are. */
function canSwitch({ kind, is_operator: isOperator, organizations, views_as: viewsAs }: GetMeResponse): boolean {
  return kind === 'user' && viewsAs === null && organizations.length > (isOperator ? 0 : 1);
}

/** The screen, below the filters that it follows. What is not for the person is as if it did not exist; a project begins with what is. */
function ScreenPlace() {
  const screen = useScreen();
  const session = useSession();
  const projectId = useProjectId();
  // The strip above says what to do; nothing else would be answered.
  if (session.me.must_set_up_factor && screen?.name !== FACTOR_SCREEN) return null;
  if (screen && !isFor(screen, session)) {
    const home = screen.path === PROJECT_START ? findHome(screens, session) : undefined;
    return home ? <Navigate to={toPath(home, projectId)} replace /> : <NotFound />;
  }
  return (
    <>
      {screen && <Trail screen={screen} />}
      {screen && 'range' in screen.search.entries && <FilterBar screen={screen} />}
      <Outlet />
    </>
  );
}

/** The keys that work on every screen. */
function useFrameShortcuts(toggleSidebar: () => void): void {
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
