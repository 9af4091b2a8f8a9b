import type { FormEvent } from 'react';

/** Runs something when a form is submitted, in place of the browser's own request. */
export function onSubmit(run: () => void): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault();
    run();
  };
}
