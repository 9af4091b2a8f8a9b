import type { Tables } from '../entities/index.ts';
import type { CallEntry } from '../control/call-log.ts';
import type { FaultScope } from '../control/faults.ts';
import type { Mood } from '../models/think.ts';
import type { ProviderEngine, ProviderFault } from '../provider/engine.ts';
import type { Reply } from '../reply.ts';
import type { StoreFault } from '../stores/store-faults.ts';
import type { WorldClock } from '../world-clock.ts';
import type { World } from '../world/index.ts';

/** A request to something that the sandbox simulates. */
export interface OutsideRequest {
  readonly method: string;
  /** As it was sent, port included. */
  readonly host: string;
  /** Without the port. */
  readonly hostname: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The query as it was sent. */
  readonly search: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly authorization: string | undefined;
  readonly body: string;
  /** Calls under way in the family of the path, this one included. */
  readonly openCalls: number;
}

export interface OutsideTools extends Tables {
  readonly world: World;
  readonly clock: WorldClock;
  readonly engine: ProviderEngine;
}

/** How an answer differs from the usual one. */
export interface AnswerOptions {
  /** Where the price of the call is noted. */
  readonly entry: CallEntry;
  readonly fault?: ProviderFault;
  /** The same content in an unknown layout. */
  readonly hasOtherLayout?: boolean;
  /** A language model that is of no use. */
  readonly mood?: Mood;
  /** What is wrong with what an app store says. */
  readonly storeFault?: StoreFault;
  /** A language model that says nothing. */
  readonly isEmpty?: boolean;
}

/** A call that is refused by a fault. */
export interface RefusedCall {
  readonly request: OutsideRequest;
  /** How long a 429 asks to wait; one second unless the fault says otherwise. */
  readonly waitSeconds: number | undefined;
}

/** A part of the outside world. */
export interface OutsideHost {
  readonly name: string;
  readonly matches: (world: World, request: Pick<OutsideRequest, 'hostname' | 'path'>) => boolean;
  readonly answer: (tools: OutsideTools, request: OutsideRequest, options: AnswerOptions) => Reply;
  /** An answer that says with its HTTP status that the call failed. */
  readonly refuse: (tools: OutsideTools, status: 429 | 500, refused: RefusedCall) => Reply;
  /** An answer that is well and holds nothing. */
  readonly answerEmpty: (tools: OutsideTools, request: OutsideRequest, options: AnswerOptions) => Reply;
  /** Whether nothing answers there. */
  readonly isDead?: (request: OutsideRequest) => boolean;
  /** In the call log, in place of the host that was called. */
  readonly loggedAs?: string;
  /** Which faults of its own it has; the provider has a clock of its own too, and works off its queue after each call. */
  readonly scope?: FaultScope;
}
