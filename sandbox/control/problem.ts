/** A control call that cannot be answered; turned into a body by the server. */
export class ControlProblem extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ControlProblem';
    this.status = status;
  }
}

export function badRequest(message: string): ControlProblem {
  return new ControlProblem(400, message);
}

export function unknownThing(what: string): ControlProblem {
  return new ControlProblem(404, `${what}: the world has no such thing`);
}
