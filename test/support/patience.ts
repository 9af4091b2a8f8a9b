/** How long a test waits for what comes in any case: on a busy machine it comes late, and no test depends on being quick. */
export const PATIENCE_MS = 240_000;
