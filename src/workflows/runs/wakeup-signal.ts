/** Wakes what waits for it; each wait also ends by itself when its time is over. */
export interface WakeupSignal {
  wake(): void;
  /** Ends at the next `wake` or after `timeoutMs`, whichever comes first. */
  wait(timeoutMs: number): Promise<void>;
}

export function makeWakeupSignal(): WakeupSignal {
  let waiting: (() => void)[] = [];
  return {
    wake() {
      const ended = waiting;
      waiting = [];
      for (const end of ended) end();
    },
    wait(timeoutMs) {
      return new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          waiting = waiting.filter((other) => other !== end);
          resolve();
        };
        const timer = setTimeout(end, Math.max(0, timeoutMs));
        waiting.push(end);
      });
    },
  };
}
