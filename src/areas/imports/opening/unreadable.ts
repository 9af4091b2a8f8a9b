/** A file that is broken, cut, too large inside, or made to do harm. The message says what was seen, for the user. */
export class UnreadableFileError extends Error {
  /** The next step, where there is one that is known. */
  readonly hint: string | undefined = undefined;
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UnreadableFileError';
  }
}
