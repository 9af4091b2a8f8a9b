export interface Looking {
  /** Between the end of one look and the next. */
  readonly everyMs: number;
  /** One that fails is reported, and the next one comes all the same. */
  readonly onError: (error: unknown) => void;
}

/**
 * Looks at once, and again after a pause, one look after the other, until the returned function is called.
 * @param look is given whether it was stopped meanwhile: a long one can end early
 * @returns stops it; resolves when the look under way has ended
 */
export function keepLooking(look: (isStopped: () => boolean) => Promise<unknown>, { everyMs, onError }: Looking): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const lookOnce = async (): Promise<void> => {
    await look(() => isStopped).catch(onError);
    if (!isStopped) timer = setTimeout(() => void (looking = lookOnce()), everyMs);
  };
  let looking = lookOnce();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await looking;
  };
}
