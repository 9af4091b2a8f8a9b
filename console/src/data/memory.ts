const PREFIX = 'sightline.';

/** What this browser remembers of the last visit: places and looks, never a key or a session. */
export function readMemory(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers a text, or forgets it. A browser that keeps nothing is no error. */
export function writeMemory(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // Browsers can be set to keep nothing.
  }
}
