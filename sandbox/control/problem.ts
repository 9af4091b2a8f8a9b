/** A control call that cannot be answered; turned into a body by the server. */
export class ControlProblem extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ControlProblem';
    this.status = status;
  }
}

/** The value of a body; undefined when there is none. */
export function parseJson(body: string): unknown {
  if (body.trim() === '') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    throw badRequest('the body is not JSON');
  }
}

export function badRequest(message: string): ControlProblem {
  return new ControlProblem(400, message);
}

export function unknownThing(what: string): ControlProblem {
  return new ControlProblem(404, `${what}: the world has no such thing`);
}
