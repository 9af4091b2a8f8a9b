import { isReached } from '#data/reach.ts';
import { useStore } from '#data/store.ts';
import { longWait, stopWaiting } from '#data/waiting.ts';
import { FRAME_WORDS, sayUnreached } from '#ui/frame-words.ts';

/** Says once for the whole page that the service cannot be reached, and that something takes long. */
export function Strips() {
  const isThere = useStore(isReached);
  const long = useStore(longWait);
  return (
    <>
      {!isThere && (
        <p role="status" className="strip">
          {sayUnreached()}
        </p>
      )}
      {long !== 'none' && (
        <p role="status" className="strip">
          {FRAME_WORDS.waits[long]}
          {long === 'answers' && (
            <button type="button" onClick={stopWaiting}>
              {FRAME_WORDS.stop}
            </button>
          )}
        </p>
      )}
    </>
  );
}
