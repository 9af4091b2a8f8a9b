import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, useRouterState } from '@tanstack/react-router';
import { useIsFetching } from '@tanstack/react-query';
import { ApiError, UNREACHED } from '#data/answers/api-error.ts';
import { lookForService } from '#data/answers/reach.ts';
import { useStore } from '#data/store.ts';
import { partsOnTheWay } from '#ui/states/later.tsx';
import { screens } from '../screens/index.ts';
import { BrokenScreen, NotFound } from './frame/error-screens.tsx';
import { begin } from './begin.ts';
import { parseSearch, type Screen } from './screen.ts';
import { Frame } from './frame/frame.tsx';
import { LiveRegion, useScreen } from './frame/notices.tsx';
import { SessionProvider } from './session.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

/**
 * The code of a screen. Without the service it is a failed answer like others; else it may have gone with a former
 * version, and the router loads the page again.
 */
async function loadScreen({ load }: Screen): ReturnType<Screen['load']> {
  try {
    return await load();
  } catch (error) {
    throw (await lookForService()) ? error : new ApiError({ status: UNREACHED });
  }
}

/** A screen as a route. Its values are read by the screen's own schema. */
function toRoute(screen: Screen) {
  return createRoute({
    getParentRoute: () => root,
    path: screen.path,
    validateSearch: (raw: Record<string, unknown>) => parseSearch(screen.search, raw).values,
    // Not awaited: the screen is shown as soon as its script is there.
    loader: ({ params, location, cause }) => {
      if (cause === 'enter' && screen.isOpen !== true) void begin(screen, params, location.search).catch(() => undefined);
    },
    component: lazyRouteComponent(() => loadScreen(screen), 'View'),
    staticData: { screen },
  });
}

/** The router of the list of screens. */
export const router = createRouter({
  routeTree: root.addChildren(screens.map((screen) => toRoute(screen))),
  basepath: '/console',
  defaultPreload: 'intent',
  defaultErrorComponent: BrokenScreen,
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly screen?: Screen;
  }
}

/** The frame around every screen. `data-ready` says that nothing is on its way: tests and pictures wait for it. */
function Shell() {
  const isFetching = useIsFetching() > 0;
  const isPending = useRouterState({ select: ({ status }) => status === 'pending' });
  const isBare = useScreen()?.isOpen === true;
  const isIncomplete = useStore(partsOnTheWay) > 0;
  const isBusy = isFetching || isPending || isIncomplete;
  return (
    <>
      {isBusy && <div className="busy-bar" aria-hidden />}
      <LiveRegion />
      {isBare ? (
        <main data-ready={isBusy ? undefined : true}>
          <Outlet />
        </main>
      ) : (
        <SessionProvider>
          <Frame isBusy={isBusy} />
        </SessionProvider>
      )}
    </>
  );
}
