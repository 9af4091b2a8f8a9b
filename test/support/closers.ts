import type { TestContext } from 'node:test';

const stacks = new WeakMap<TestContext, (() => unknown)[]>();

/**
 * Runs when the test has ended, newest first: what was opened last is closed first. Hooks of
 * `t.after` run oldest first, so a test that opens things on top of each other uses this alone.
 */
export function onEnd(t: TestContext, close: () => unknown): void {
  const stack = stacks.get(t) ?? [];
  if (!stacks.has(t)) {
    stacks.set(t, stack);
    t.after(() => closeAll(stack));
  }
  stack.push(close);
}

async function closeAll(stack: (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (let close = stack.pop(); close; close = stack.pop()) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'closing what the test opened failed');
}
