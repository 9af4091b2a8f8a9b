import type { AppContext } from '#context';
import type { PageServiceSetting } from '../settings.ts';
import type { SpendScope } from '#providers/metering.ts';

/** What the stages of a batch work with. */
export interface StageWork {
  readonly ctx: AppContext;
  /** Who pays for what is paid. */
  readonly scope: SpendScope;
  readonly signal: AbortSignal | undefined;
  /** Pages may be read. */
  readonly canFetch: boolean;
  /** How empty shells are read for money; `asked`: that was tried before, in the same run. */
  readonly shells: PageServiceSetting | 'asked';
}
