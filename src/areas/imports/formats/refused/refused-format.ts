import { UnreadableFileError } from '../../opening/unreadable.ts';
import type { SourceFile } from '../../opening/source-file.ts';

/** A kind of file that is known, and that the service has no place for. */
export interface RefusedFormat {
  /** For people. */
  readonly name: string;
  /** How surely the file is of this kind, from 0 to 1; undefined: it is not. */
  detect(file: SourceFile): Promise<number | undefined>;
  /** Why it is refused, as a sentence. */
  readonly reason: string;
  /** The next step. */
  readonly hint: string;
}

/** A file of which more is known than that it cannot be read. */
export class RefusedFileError extends UnreadableFileError {
  override readonly hint: string;
  constructor({ name, reason, hint }: Pick<RefusedFormat, 'name' | 'reason' | 'hint'>) {
    super(`The file is of ${name}. ${reason}`);
    this.hint = hint;
  }
}
