/** SQLSTATE class "data exception". */
const DATA_EXCEPTION = '22';

/** Whether the server refused the values themselves: trying again cannot help. */
export function isUnstorable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.length === 5 && code.startsWith(DATA_EXCEPTION);
}
