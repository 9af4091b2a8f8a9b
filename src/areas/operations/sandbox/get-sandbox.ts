import type { AppContext } from '#context';
import { AppError } from '#kernel/errors.ts';
import type { SandboxControl } from '#providers/sandbox-control.ts';

/** @throws AppError 404 when the service asks the real world */
export function getSandbox({ sandboxControl }: Pick<AppContext, 'sandboxControl'>): SandboxControl {
  if (sandboxControl !== undefined) return sandboxControl;
  throw new AppError('not_found', 'Sandbox not found', {
    hint: 'This service asks the real sources. Start it with SANDBOX=1 to try it on a simulated world.',
  });
}
