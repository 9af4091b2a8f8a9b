/** The way to addresses that people entered for their messages, and that are not ours to trust. */
export interface ChannelDoor {
  /** Why an address must not be sent to, as a message for its field; undefined: it may. The name is looked up again at each call. */
  findProblem(address: string): string | undefined;
  /**
   * Makes one call: public addresses only, 10 s at most, no redirect followed. Never tries again.
   * @returns the answer, whatever its status
   * @throws OutsideError when there was none; not retryable where the address is not public
   */
  post(message: DoorMessage): Promise<DoorAnswer>;
}

export interface DoorMessage {
  /** One of few words for measurements: the kind of the channel. */
  readonly kind: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal?: AbortSignal | undefined;
}

export interface DoorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** At most 16 KB of it. */
  readonly text: string;
}
