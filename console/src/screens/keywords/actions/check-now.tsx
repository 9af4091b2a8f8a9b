import { useQueryClient } from '@tanstack/react-query';
import { postRankingsTrack, postSerpTasksCreate } from '#client';
import { ask } from '#data/answers/answers.ts';
import { formatCount, formatPlural } from '#data/format.ts';
import { ConfirmPrice } from '#ui/actions/confirm-price.tsx';
import { ORDER_MAX, toCheckOrder, WAITED_FOR_MAX, type Checked } from './check-order.ts';

interface CheckNowProps {
  readonly projectId: string;
  readonly keywords: readonly Checked[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

/** Checks keywords at once, after showing the price. */
export function CheckNow({ projectId, keywords, isOpen, onClose, onDone }: CheckNowProps) {
  const client = useQueryClient();
  const order = toCheckOrder(projectId, keywords);
  // A person who asks for a check wants a new one, not the answer of half an hour ago.
  const isFew = keywords.length <= WAITED_FOR_MAX;
  return (
    <ConfirmPrice
      isOpen={isOpen}
      onClose={onClose}
      title={`Check ${formatPlural(keywords.length, 'keyword')} now`}
      verb="Check now"
      dryRun={async () => {
        const answer = isFew
          ? await ask(postRankingsTrack, { body: { ...order, force: true, dry_run: true } })
          : await ask(postSerpTasksCreate, { body: { ...order, dry_run: true } });
        if (!('estimate' in answer)) throw new Error('The service returned no price');
        const { estimate } = answer;
        const again = Math.min(keywords.length, ORDER_MAX) - estimate.calls;
        return { estimate, lines: again > 0 ? [['Already checked within the last hour', formatCount(again)] as const] : [] };
      }}
      run={async () =>
        isFew ? await ask(postRankingsTrack, { body: { ...order, force: true } }) : await ask(postSerpTasksCreate, { body: order })
      }
      onDone={() => {
        void client.invalidateQueries();
        onDone?.();
      }}
    />
  );
}
