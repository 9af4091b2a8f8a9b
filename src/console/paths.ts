import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** Where the sources of the console are, and what becomes of them. */
export const CONSOLE_PATHS = {
  root: ROOT,
  source: join(ROOT, 'console'),
  built: join(ROOT, 'console', 'dist'),
  /** What was built, as `readStamp` names it. */
  stamp: join(ROOT, 'console', 'dist', 'stamp'),
  vite: join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'),
} as const;

export type ConsolePaths = Record<keyof typeof CONSOLE_PATHS, string>;
