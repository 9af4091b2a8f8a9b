/** Wakes whoever waits, or lets him wake by himself when the time is over. */
export interface Bell {
  ring(): void;
  /** Ends at the next ring or after `timeoutMs`, whichever comes first. */
  wait(timeoutMs: number): Promise<void>;
}

export function makeBell(): Bell {
  let waiting: (() => void)[] = [];
  return {
    ring() {
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    wait(timeoutMs) {
      return new Promise((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          waiting = waiting.filter((other) => other !== wake);
          resolve();
        };
        const timer = setTimeout(wake, Math.max(0, timeoutMs));
        waiting.push(wake);
      });
    },
  };
}
