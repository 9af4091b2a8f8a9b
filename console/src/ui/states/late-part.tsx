import { Text } from '@mantine/core';
import { lazy, type ComponentType } from 'react';

/**
 * A part whose code is loaded when it is first shown. Where that fails, for want of a network or because the service has
 * another version by now, the part says so and the screen around it stays.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(async () => ({ default: await load().catch(() => NotLoaded) })) as unknown as ComponentType<Props>;
}

/** A part that comes behind the figures and texts around it: its code is not asked for before the screen has those. */
export function behindScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return latePart(async () => {
    await waitForScreen();
    return await load();
  });
}

/** A slow answer of the screen does not hold up for longer what comes behind it. */
const WAIT_MS_MAX = 3000;
/** A screen that has one answer asks for the next a moment later: only one that stays ready has all of them. */
const SETTLE_MS = 50;

/** Resolves when the screen has what it asked for at first and says so, by `data-ready`. */
async function waitForScreen(): Promise<void> {
  const isReady = (): boolean => document.querySelector('[data-ready]') !== null;
  if (isReady()) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      observer.disconnect();
      resolve();
    };
    const timer = setTimeout(end, WAIT_MS_MAX);
    const observer = new MutationObserver(() => {
      if (isReady()) setTimeout(() => isReady() && end(), SETTLE_MS);
    });
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-ready'] });
  });
}

/** Browsers remember that a module could not be loaded: only a new page asks for it again. */
function NotLoaded() {
  return (
    <Text size="sm" c="red" role="alert">
      This part could not be loaded. Reload the page.
    </Text>
  );
}
