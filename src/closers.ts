import { messageOf } from '#kernel/errors.ts';
import type { Logger } from '#kernel/logger.ts';

/** Closes one thing that was opened. */
export type Closer = () => unknown;

/** Closes everything, newest first; one that fails is logged and does not keep the others open. */
export async function closeAll(closers: Closer[], logger: Logger): Promise<void> {
  for (let close = closers.pop(); close; close = closers.pop()) {
    try {
      await close();
    } catch (error) {
      logger.error({ error: messageOf(error) }, 'closing failed');
    }
  }
}
