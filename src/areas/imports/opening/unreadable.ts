/** A file that is broken, cut, too large inside, or made to do harm. The message says what was seen, for the user. */
export class UnreadableFileError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UnreadableFileError';
  }
}
