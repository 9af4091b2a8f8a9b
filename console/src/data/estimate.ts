import type { Estimate } from '#client';

/** What the answer to a dry run says that it would cost. @throws Error when it holds no price */
export function readEstimate(answer: object): Estimate {
  if (!('estimate' in answer) || answer.estimate === undefined) throw new Error('The service gave no estimate');
  return answer.estimate as Estimate;
}
