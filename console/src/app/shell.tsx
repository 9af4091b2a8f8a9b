import { useIsFetching } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useStore } from '#data/store.ts';
import { partsOnTheWay } from '#ui/later.tsx';
import { Frame } from './frame/frame.tsx';
import { LiveRegion, useScreen } from './frame/notices.tsx';
import { SessionProvider } from './session.tsx';

/** What is around every screen. `data-ready` says that nothing is on its way: tests and pictures wait for it. */
export function Shell() {
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
