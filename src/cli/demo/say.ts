/** How a step says how far it is. */
export interface Say {
  readonly title: (text: string) => void;
  readonly line: (text: string) => void;
  /** The last line of a part. */
  readonly end: (text: string) => void;
}

/** Where no terminal shows one line in the place of another, so much time lies between two lines of a step. */
const QUIET_MS = 10_000;

export function sayTo(task: { title: string; output: string }, number: string): Say {
  const show = (text: string): void => void (task.output = text);
  if (process.stdout.isTTY) return { title: (text) => void (task.title = number + text), line: show, end: show };
  let saidAt = performance.now();
  const line = (text: string): void => {
    if (performance.now() - saidAt < QUIET_MS) return;
    saidAt = performance.now();
    show(text);
  };
  return { title: () => undefined, line, end: show };
}
