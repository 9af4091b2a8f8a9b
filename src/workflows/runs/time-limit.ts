/** A limit in time whose clock can be stopped. */
export interface TimeLimit {
  /** The clock stands until every stop was ended, each by calling what it returned. */
  stopClock(): () => void;
  /** From here on it does nothing. */
  end(): void;
}

/** Calls back once, when the clock has run for so long. */
export function startTimeLimit(limitMs: number, onOver: () => void): TimeLimit {
  let leftMs = limitMs;
  let stops = 0;
  let isEnded = false;
  let startedAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const run = (): void => {
    startedAt = performance.now();
    timer = setTimeout(onOver, leftMs);
  };
  const resume = (): void => {
    stops -= 1;
    if (stops === 0 && !isEnded) run();
  };

  run();
  return {
    stopClock() {
      if (stops === 0) {
        clearTimeout(timer);
        leftMs = Math.max(0, leftMs - (performance.now() - startedAt));
      }
      stops += 1;
      let isResumed = false;
      return () => {
        if (isResumed) return;
        isResumed = true;
        resume();
      };
    },
    end() {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}
