/** Why a connection or a property cannot be read, as it is shown. */
export interface Trouble {
  readonly fault: string;
  readonly cause: string;
  readonly nextStep: string;
}

/** Of a connection, and not of one of its properties. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'api_off',
  'wrong_scope',
  'access_revoked',
  'access_limited',
  'key_refused',
  'client_refused',
  'client_missing',
  'secret_missing',
]);

/** Whether no property of the connection can be read. */
export function isOfConnection({ fault }: Trouble): boolean {
  return OF_CONNECTION.has(fault);
}
