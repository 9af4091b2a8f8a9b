import { Button, CloseButton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { announcement, SILENCE } from '#data/answers/announce.ts';
import { isReached } from '#data/answers/reach.ts';
import { useStore } from '#data/store.ts';
import { longWait, stopWaiting } from '#data/answers/waiting.ts';
import { FRAME_WORDS, sayUnreached } from '#ui/layout/frame-words.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { parseSearch, type Screen } from '../screen.ts';
import { useRawSearch } from '../use-screen-search.ts';

/** The screen of the present address. */
export function useScreen(): Screen | undefined {
  return useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.screen });
}

const SAID_MS = 4000;
const FAILURE_SAID_MS = 20_000;

/** Says what has happened, for a moment and to everyone: copies, ends of actions, progress. A failure stays longer, and can be put away. */
export function LiveRegion() {
  const { sentence, isFailure } = useStore(announcement);
  useEffect(() => {
    if (sentence === '') return undefined;
    const timer = setTimeout(() => announcement.set(SILENCE), isFailure ? FAILURE_SAID_MS : SAID_MS);
    return () => clearTimeout(timer);
  }, [sentence, isFailure]);
  return (
    <div className={sentence === '' ? 'sr-only' : 'toast'} data-failure={isFailure || undefined}>
      {isFailure && <Icon name="alert" size={16} />}
      <span role="status" aria-live={isFailure ? 'assertive' : 'polite'}>
        {sentence}
      </span>
      {isFailure && <CloseButton size="sm" c="inherit" aria-label="Close the message" onClick={() => announcement.set(SILENCE)} />}
    </div>
  );
}

/** Names what of the address could not be used. */
export function DroppedNotice() {
  const screen = useScreen();
  const raw = useRawSearch();
  const dropped = screen ? parseSearch(screen.search, raw).dropped.join(', ') : '';
  const [closed, setClosed] = useState('');
  if (dropped === '' || dropped === closed) return null;
  return (
    <div className="strip strip-note" role="status">
      <Icon name="info" size={16} />
      <Text size="sm">Some values in the address are not valid and were ignored: {dropped}.</Text>
      <CloseButton size="sm" aria-label="Close the notice" onClick={() => setClosed(dropped)} />
    </div>
  );
}

/** Says that nothing can be read, once for all that is on screen. */
export function ReachStrip() {
  if (useStore(isReached)) return null;
  return (
    <div className="strip strip-note" role="status">
      <Icon name="alert" size={16} />
      <Text size="sm">{sayUnreached()}</Text>
    </div>
  );
}

/** Says that something takes long, and gives it up by a press. */
export function WaitStrip() {
  const long = useStore(longWait);
  if (long === 'none') return null;
  return (
    <div className="strip strip-note" role="status">
      <Icon name="clock" size={16} />
      <Text size="sm">{FRAME_WORDS.waits[long]}</Text>
      {long === 'answers' && (
        <Button size="compact-xs" variant="default" onClick={stopWaiting}>
          {FRAME_WORDS.stop}
        </Button>
      )}
    </div>
  );
}

const VERSION_EVERY_MS = 300_000;
const SCRIPT = /assets\/console-[\w-]+\.js/u;

/** The script of the page names its build: another name means another version. */
async function readScriptName(): Promise<string | null> {
  const page = await fetch('/console/', { headers: { accept: 'text/html' } });
  return SCRIPT.exec(await page.text())?.[0] ?? null;
}

/** Says when the service has another version of the console than the one that runs here. */
export function VersionStrip() {
  const { data, refetch } = useQuery({ queryKey: ['console-version'], queryFn: readScriptName, refetchInterval: VERSION_EVERY_MS });
  useEffect(() => {
    // What cannot be loaded may have gone with the former version.
    const look = (): void => void refetch();
    window.addEventListener('vite:preloadError', look);
    return () => window.removeEventListener('vite:preloadError', look);
  }, [refetch]);
  const own = document.querySelector('script[type=module]')?.getAttribute('src') ?? '';
  const isOther = typeof data === 'string' && own !== '' && !own.endsWith(data);
  if (!isOther) return null;
  return (
    <div className="strip strip-note" role="status">
      <Icon name="refresh" size={16} />
      <Text size="sm">A new version of the console is available.</Text>
      <Button size="compact-xs" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </div>
  );
}
