/** Waits that can be given up all together. */
export interface Timers {
  /** Waits in real time. @returns false when it was given up */
  wait(ms: number): Promise<boolean>;
  /** Gives up every wait. */
  clear(): void;
}

export function makeTimers(): Timers {
  const waits = new Map<NodeJS.Timeout, (isOver: boolean) => void>();
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          waits.delete(timer);
          resolve(true);
        }, ms);
        waits.set(timer, resolve);
      }),
    clear() {
      for (const [timer, resolve] of waits) {
        clearTimeout(timer);
        resolve(false);
      }
      waits.clear();
    },
  };
}
