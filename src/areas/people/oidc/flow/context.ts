import type { RequestContext } from '#context';
import type { Failure } from './cookies.ts';

/** What it takes to take a provider's answer. */
export type FinishContext = Pick<
  RequestContext,
  | 'postgres'
  | 'clock'
  | 'live'
  | 'config'
  | 'client'
  | 'caller'
  | 'secrets'
  | 'identityProviders'
  | 'consoleUrl'
  | 'requestId'
  | 'forgetKey'
  | 'log'
>;

/** A failure with its one word; why is for the audit log. */
export class FlowFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, why: string) {
    super(why);
    this.name = 'FlowFailure';
    this.failure = failure;
  }
}
