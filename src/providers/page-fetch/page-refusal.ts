import { OutsideError } from '#kernel/errors.ts';
import { PAGE_SERVICE } from './user-agent.ts';

/** A page that is not read, now or later. */
export class PageRefusal extends OutsideError {
  readonly why: 'robots' | 'type';
  /** What is there in place of a page, for example `application/pdf`. */
  readonly contentType: string | undefined;

  constructor({ why, message, contentType }: Pick<PageRefusal, 'why' | 'message'> & { readonly contentType?: string }) {
    super({ service: PAGE_SERVICE, kind: 'request_refused', message });
    this.name = 'PageRefusal';
    this.why = why;
    this.contentType = contentType;
  }
}
