import { Text } from '@mantine/core';
import { lazy, type ComponentType } from 'react';

/**
 * A part whose code is loaded when it is first shown. Where that fails, for want of a network or because the service has
 * another version by now, the part says so and the screen around it stays.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(async () => ({ default: await load().catch(() => NotLoaded) })) as unknown as ComponentType<Props>;
}

/** Browsers remember that a module could not be loaded: only a new page asks for it again. */
function NotLoaded() {
  return (
    <Text size="sm" c="red" role="alert">
      This part could not be loaded. Reload the page.
    </Text>
  );
}
